// Posts of former members lose their owner in steps, whoever removed the member.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEngines } from '../../src/compose/engines.ts';
import { readConfig } from '../../src/config.ts';
import { newPost } from '../../src/domain/feedback/post.ts';
import type { Store } from '../../src/ports/store.ts';
import { postReleaser } from '../../src/workers/release-posts.ts';
import { accountId, type Browser, invitedBy, ownerOf } from '../support/console.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { workerDeps } from '../support/worker-deps.ts';

const many = 600;

let program: TestProgram;
let depsOn: ReturnType<typeof workerDeps>;
let owner: Browser;
let leaving: string;
const faults: unknown[] = [];

beforeEach(async () => {
  faults.length = 0;
  program = await startProgram({ publicUrl: 'http://localhost:3000' });
  depsOn = workerDeps(program);
  owner = await ownerOf(program);
  leaving = await accountId(await invitedBy(program, owner, 'member'));
  const { postTypeId, statusId, author } = (await program.live.post('/posts', { title: 'One' })).body.data;
  const { mintId } = depsOn();
  const posts = Array.from({ length: many }, (_, index) =>
    newPost(
      {
        ...{ id: mintId('post'), title: `Post ${index}`, postTypeId, statusId, authorId: author.id },
        ownerId: leaving,
      },
      program.clock.now(),
    ),
  );
  await program.engines.store.transaction(async (write) => {
    await write.workspaces.raiseRevision(program.workspaceId, program.clock.now());
    await write.posts.insertMany(program.workspaceId, posts);
  });
});
afterEach(() => program.close());

const remove = () => owner.data('DELETE', `/console/api/members/${leaving}`);
const left = async (): Promise<number> => {
  const path = `/posts?limit=1&include=total&filters=ownerId:${leaving}`;
  return (await program.live.get(path)).body.data.total;
};
const assigned = () => program.events().filter(({ type }) => type === 'post.assigned');
const releaserOn = (store?: Store) => postReleaser(depsOn(store), (error) => void faults.push(error));
async function release(...releasers: ReturnType<typeof releaserOn>[]): Promise<void> {
  for (const releaser of releasers) releaser.start();
  await Promise.all(releasers.map((releaser) => releaser.idle()));
  await Promise.all(releasers.map((releaser) => releaser.stop()));
}

describe('the posts of a former member', () => {
  it('lose their owner: some with the removal, the rest afterwards, each once', async () => {
    await remove();
    expect(await left()).toBe(many - 256);
    const [post] = (await program.live.get(`/posts?include=owner&filters=ownerId:${leaving}`)).body.data
      .posts;
    expect(post.owner).toBeNull();
    const other = await openEngines(readConfig(program.environment));
    try {
      await release(releaserOn(), releaserOn(other.store));
    } finally {
      await other.store.close();
    }
    expect(faults).toEqual([]);
    expect(await left()).toBe(0);
    expect(new Set(assigned().map(({ object }) => object.id)).size).toBe(many);
    expect(assigned()).toHaveLength(many);
    expect(assigned().at(-1)).toMatchObject({ actorId: 'owners' });
  });

  it('are left alone while the member is one, or is one again', async () => {
    await release(releaserOn());
    expect(await left()).toBe(many);
    await remove();
    await program.engines.store.transaction((write) =>
      write.memberships.insert({
        ...{ workspaceId: program.workspaceId, accountId: leaving },
        ...{ role: 'member', createdAt: program.clock.now() },
      }),
    );
    await release(releaserOn());
    expect(await left()).toBe(many - 256);
  });

  it('also lose one whom the previous release removed, which knows no owners', async () => {
    await program.engines.store.transaction((write) =>
      write.memberships.remove(program.workspaceId, leaving),
    );
    await release(releaserOn());
    expect(await left()).toBe(0);
  });

  it('wait for the next run if a step fails', async () => {
    await remove();
    const { store } = program.engines;
    const failing: Store = { ...store, transaction: () => Promise.reject(new Error('broken')) };
    await release(releaserOn(failing));
    expect(faults).toMatchObject([{ message: 'broken' }]);
    expect(await left()).toBe(many - 256);
    await release(releaserOn());
    expect(await left()).toBe(0);
  });
});
