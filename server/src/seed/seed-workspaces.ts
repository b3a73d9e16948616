// Creates many workspaces of very different size, each with demo feedback and a live key: an installation with many
// customers, for load tests.

import type { ChangeDeps } from '../app/kernel/change.ts';
import type { Workspaces } from '../app/team/workspaces.ts';
import type { Instant } from '../domain/kernel/clock.ts';
import { badField } from '../domain/kernel/failure.ts';
import { seed } from './seed.ts';

export interface SeedWorkspacesOrder {
  workspaces: number;
  /** Of all workspaces together. */
  posts: number;
  seed: string;
  endsAt: Instant;
  onProgress?(posts: number): void;
}

export interface SeededWorkspace {
  slug: string;
  posts: number;
  /** Of a live key. */
  secret: string;
}

export const maxSeededWorkspaces = 10_000;

/** Parses the number of workspaces. Each gets at least one post. */
export function seededWorkspaces(text: string, posts: number): number {
  const workspaces = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  const max = Math.min(maxSeededWorkspaces, posts);
  if (workspaces < 1 || workspaces > max)
    throw badField('workspaces', `must be an integer from 1 to ${max}, one post each at least.`);
  return workspaces;
}

/** Posts per workspace, largest first: the nth has about an nth of the first (Zipf's law). */
export function workspaceSizes(workspaces: number, posts: number): number[] {
  const shares = Array.from({ length: workspaces }, (_, place) => 1 / (place + 1));
  const allShares = shares.reduce((sum, share) => sum + share, 0);
  const spare = posts - workspaces;
  const sizes = shares.map((share) => 1 + Math.floor((spare * share) / allShares));
  const given = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size, place) => (place === 0 ? size + posts - given : size));
}

/** The slugs are `demo-1`, `demo-2` and so on, which must be free. */
export async function seedWorkspaces(
  deps: ChangeDeps,
  operator: Pick<Workspaces, 'create' | 'createKey'>,
  { workspaces, posts, seed: name, endsAt, onProgress }: SeedWorkspacesOrder,
): Promise<SeededWorkspace[]> {
  const seeded: SeededWorkspace[] = [];
  let done = 0;
  for (const [place, size] of workspaceSizes(workspaces, posts).entries()) {
    const slug = `demo-${place + 1}`;
    const { id: workspaceId } = await operator.create(slug, `Demo ${place + 1}`);
    await seed(deps, { workspaceId, posts: size, seed: `${name} ${slug}`, endsAt });
    const { secret } = await operator.createKey(workspaceId, { mode: 'live', name: 'Demo' });
    seeded.push({ slug, posts: size, secret });
    done += size;
    onProgress?.(done);
  }
  return seeded;
}
