// The use cases for statuses.

import {
  maxNextStatuses,
  type Status,
  type StatusCategory,
  type StatusQuery,
} from '../../domain/catalog/status.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { badField, conflict } from '../../domain/kernel/failure.ts';
import { edited } from '../../domain/kernel/version.ts';
import type { Writer } from '../../ports/store.ts';
import { findNamed } from '../kernel/by-slug.ts';
import type { Change, Deps } from '../kernel/change.ts';
import { type OrderedEdit, type OrderedThings, orderedThings } from './ordered.ts';

export interface StatusPatch extends OrderedEdit {
  category?: StatusCategory | undefined;
  nextStatusIds?: string[] | null | undefined;
  notifyFollowers?: boolean | undefined;
}

export type StatusDraft = StatusPatch & { name: string; category: StatusCategory };
export type Statuses = OrderedThings<Status, StatusDraft, StatusPatch, StatusQuery>;

export const statuses = (deps: Deps): Statuses =>
  orderedThings(deps, {
    kind: 'status',
    noun: 'status',
    field: 'statusId',
    readerOf: (read) => read.statuses,
    writerOf: (write) => write.statuses,

    async ownFields(write, workspaceId, { category, nextStatusIds, notifyFollowers }, before) {
      const asked = category ?? before?.category;
      if (asked === undefined) throw badField('category', 'is required.');
      const kept = before?.nextStatusIds ?? null;
      return {
        category: asked,
        notifyFollowers: notifyFollowers ?? before?.notifyFollowers ?? false,
        nextStatusIds:
          nextStatusIds === undefined ? kept : await knownStatuses(write, workspaceId, nextStatusIds),
      };
    },

    forget: forgetStatus,
  });

/** Removes a deleted status from the allowed transitions of the others, and from the roadmap. */
export async function forgetStatus(
  write: Writer,
  workspaceId: string,
  id: string,
  at: Instant,
): Promise<void> {
  for (const status of await write.statuses.list(workspaceId)) {
    if (status.id === id || !status.nextStatusIds?.includes(id)) continue;
    const nextStatusIds = status.nextStatusIds.filter((next) => next !== id);
    await write.statuses.update(workspaceId, edited(status, { nextStatusIds }, at));
  }
  const site = await write.sites.find(workspaceId);
  if (site?.roadmapStatusIds.includes(id) !== true) return;
  const roadmapStatusIds = site.roadmapStatusIds.filter((listed) => listed !== id);
  // Without any, the roadmap would show all statuses.
  if (roadmapStatusIds.length === 0)
    throw conflict('The roadmap of the public site shows only this status; choose others for it first.');
  await write.sites.put(edited(site, { roadmapStatusIds }, at));
}

async function knownStatuses(
  write: Change,
  workspaceId: string,
  ids: readonly string[] | null,
): Promise<string[] | null> {
  if (ids === null) return null;
  const distinct = [...new Set(ids)];
  if (distinct.length > maxNextStatuses) {
    throw badField('nextStatusIds', `must hold at most ${maxNextStatuses} statuses.`);
  }
  const known = new Set<string>();
  for (const name of distinct) {
    const status = await findNamed(write.statuses, workspaceId, name);
    if (status === undefined) {
      throw badField('nextStatusIds', `names no status of this workspace: "${name}".`);
    }
    known.add(status.id);
  }
  return [...known];
}
