import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEngines } from '../../src/compose/engines.ts';
import { readConfig } from '../../src/config.ts';
import { toIso } from '../../src/domain/kernel/clock.ts';
import type { Store } from '../../src/ports/store.ts';
import { publishDue, publisher } from '../../src/workers/publish.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { workerDeps } from '../support/worker-deps.ts';

let program: TestProgram;
let depsOn: ReturnType<typeof workerDeps>;
const minute = 60_000;

beforeEach(async () => {
  program = await startProgram();
  depsOn = workerDeps(program);
});
afterEach(async () => {
  vi.useRealTimers();
  await program.close();
});

const publish = () => publishDue(depsOn());

const schedule = async (inMs: number, body: object = {}) => {
  const publishedAt = toIso(program.clock.now() + inMs);
  const answer = await program.live.post('/changelogs', {
    title: 'On time',
    state: 'scheduled',
    publishedAt,
    ...body,
  });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.data;
};
const read = async (id: string) => (await program.live.get(`/changelogs/${id}`)).body.data;
const announced = () =>
  program
    .events()
    .filter(({ type }) => type === 'changelog.published')
    .map(({ object }) => object.id);

describe('publishDue', () => {
  it('publishes nothing before its time, and changes nothing', async () => {
    const { id } = await schedule(minute);
    program.clock.advance(minute - 1);
    const rows = program.dump();
    expect(await publish()).toBe(0);
    expect(program.dump()).toBe(rows);
    expect(await read(id)).toMatchObject({ state: 'scheduled' });
  });

  it('publishes once, exactly at the scheduled time', async () => {
    const made = await schedule(minute);
    const { etag = '' } = (await program.live.get('/changelogs')).headers;
    program.clock.advance(minute);
    expect(await publish()).toBe(1);
    const { attachments: _, ...shown } = made;
    expect(await read(made.id)).toEqual({
      ...shown,
      state: 'published',
      updatedAt: toIso(program.clock.now()),
    });
    expect((await program.live.get('/changelogs', { 'if-none-match': etag })).status).toBe(200);
    expect(announced()).toEqual([made.id]);
    program.clock.advance(minute);
    expect(await publish()).toBe(0);
    expect(announced()).toEqual([made.id]);
  });

  it('is recorded as the publisher in event and audit log', async () => {
    const { id } = await schedule(1);
    program.clock.advance(1);
    await publish();
    expect(program.events().at(-1)).toMatchObject({ type: 'changelog.published', actorId: 'publisher' });
    const slice = { take: 1, skip: 0, after: undefined };
    const { ledger } = program.engines.store.read;
    const [entry] = await ledger.audit(program.workspaceId, { objectIds: [id], slice });
    expect(entry).toMatchObject({
      type: 'changelog.published',
      actor: { type: 'system', id: 'publisher' },
      requestId: null,
    });
  });

  it('publishes once under concurrency, in one process and in two', async () => {
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push((await schedule(minute)).id);
    program.clock.advance(minute);
    const other = await openEngines(readConfig(program.environment));
    try {
      const counts = await Promise.all([publish(), publish(), publishDue(depsOn(other.store))]);
      expect(counts.reduce((sum, count) => sum + count)).toBe(5);
    } finally {
      await other.store.close();
    }
    expect(announced().sort()).toEqual(ids.sort());
  });

  it('publishes after a restart what came due in the meantime', async () => {
    const { id } = await schedule(minute);
    await program.engines.store.close();
    program.clock.advance(24 * 60 * minute);
    const again = await openEngines(readConfig(program.environment));
    Object.assign(program.engines.store, again.store);
    expect(await publishDue(depsOn(again.store))).toBe(1);
    expect(announced()).toEqual([id]);
  });

  it('publishes more than one batch, in every workspace', async () => {
    const { id: first } = await schedule(minute);
    const ids = [first];
    await program.engines.store.transaction(async (write) => {
      const made = await write.changelogs.find(program.workspaceId, first);
      if (made === undefined) throw new Error('There is no such changelog.');
      for (let count = 0; count < 100; count += 1) {
        const id = depsOn().mintId('changelog');
        ids.push(id);
        await write.changelogs.insert(program.workspaceId, { ...made, id, slug: `copy-${count}` });
      }
    });
    const publishedAt = toIso(program.clock.now() + minute);
    const elsewhere = { title: 'Elsewhere', state: 'scheduled', publishedAt };
    const { id } = (await program.stranger.post('/changelogs', elsewhere)).body.data;
    program.clock.advance(minute);
    expect(await publish()).toBe(102);
    expect(announced().sort()).toEqual(ids.sort());
    expect((await program.stranger.get(`/changelogs/${id}`)).body.data.state).toBe('published');
  });

  it('ignores what was unscheduled, deleted, rescheduled or published manually', async () => {
    const [draft, gone, later, done] = [
      await schedule(minute),
      await schedule(minute),
      await schedule(minute),
      await schedule(minute),
    ];
    await program.live.patch(`/changelogs/${draft.id}`, { state: 'draft' });
    await program.live.delete(`/changelogs/${gone.id}`);
    const publishedAt = toIso(program.clock.now() + 2 * minute);
    await program.live.patch(`/changelogs/${later.id}`, { publishedAt });
    await program.live.patch(`/changelogs/${done.id}`, { state: 'published' });
    program.clock.advance(minute);
    expect(await publish()).toBe(0);
    expect(announced()).toEqual([done.id]);
    program.clock.advance(minute);
    expect(await publish()).toBe(1);
    expect(announced()).toEqual([done.id, later.id]);
  });

  it('completes the linked posts as the publisher', async () => {
    const post = (await program.live.post('/posts', { title: 'Wanted' })).body.data;
    await schedule(minute, { linkedPostIds: [post.id], completeLinkedPosts: true });
    program.clock.advance(minute);
    const before = program.events().length;
    await publish();
    const events = program.events().slice(before);
    expect(events.map(({ type, actorId }) => [type, actorId])).toEqual([
      ['changelog.published', 'publisher'],
      ['post.updated', 'publisher'],
      ['post.status_changed', 'publisher'],
    ]);
    const { statuses } = (await program.live.get('/statuses')).body.data;
    const complete = statuses.find(({ category }: { category: string }) => category === 'completed');
    expect((await program.live.get(`/posts/${post.id}`)).body.data.statusId).toBe(complete.id);
  });

  it('rolls back a failure, publishes the others, and retries', async () => {
    const post = (await program.live.post('/posts', { title: 'Wanted' })).body.data;
    const linked = { linkedPostIds: [post.id], completeLinkedPosts: true };
    const [bad, good] = [await schedule(minute, linked), await schedule(minute)];
    program.clock.advance(minute);
    const { store } = program.engines;
    const failing: Store = {
      ...store,
      transaction: (work) =>
        store.transaction((write) => {
          const insertChange = () => Promise.reject(new Error('broken'));
          return work({ ...write, statuses: { ...write.statuses, insertChange } });
        }),
    };
    await expect(publishDue(depsOn(failing))).rejects.toThrow('1 changelog could not be published.');
    expect(announced()).toEqual([good.id]);
    expect(await read(bad.id)).toMatchObject({ state: 'scheduled' });
    expect(await publish()).toBe(1);
    expect(announced()).toEqual([good.id, bad.id]);
  });

  it('publishes what is due after a hundred failures', async () => {
    const stuck = [];
    for (let count = 0; count < 101; count += 1) stuck.push((await schedule(minute)).id);
    const { id } = await schedule(minute + 1);
    program.clock.advance(minute + 1);
    const { store } = program.engines;
    const failing: Store = {
      ...store,
      transaction: (work) =>
        store.transaction((write) => {
          const find = (workspaceId: string, wanted: string) =>
            wanted === id ? write.changelogs.find(workspaceId, wanted) : Promise.reject(new Error('stuck'));
          return work({ ...write, changelogs: { ...write.changelogs, find } });
        }),
    };
    await expect(publishDue(depsOn(failing))).rejects.toThrow('101 changelogs could not be published.');
    expect(announced()).toEqual([id]);
  });

  it('never sees what a test key scheduled', async () => {
    const publishedAt = toIso(program.clock.now() + minute);
    await program.test.post('/changelogs', { title: 'Rehearsed', state: 'scheduled', publishedAt });
    program.clock.advance(minute);
    expect(await publish()).toBe(0);
  });
});

describe('the publisher’s count of overdue changelogs', () => {
  it('counts failures of the last run, and is zero after a success', async () => {
    await schedule(minute);
    await schedule(minute);
    program.clock.advance(minute);
    const { store } = program.engines;
    let isFailing = true;
    const deps = depsOn({
      ...store,
      transaction: (work) => (isFailing ? Promise.reject(new Error('stuck')) : store.transaction(work)),
    });
    const faults: unknown[] = [];
    const publishing = publisher(deps, {
      onPublished: () => undefined,
      onFault: (error) => void faults.push(error),
    });
    publishing.start();
    await publishing.idle();
    expect([publishing.overdue(), faults.length]).toEqual([2, 1]);
    isFailing = false;
    publishing.wake();
    await publishing.idle();
    expect(publishing.overdue()).toBe(0);
    await publishing.stop();
  });
});

describe('the publisher', () => {
  const pass = async (ms: number) => {
    program.clock.advance(ms);
    vi.advanceTimersByTime(ms);
    await program.publishing.idle();
  };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  it('publishes what is due on start, and then each at its time', async () => {
    const late = await schedule(1);
    const next = await schedule(5000);
    program.clock.advance(1000);
    program.publishing.start();
    await pass(0);
    expect(announced()).toEqual([late.id]);
    await pass(3999);
    expect(announced()).toEqual([late.id]);
    await pass(1);
    expect(announced()).toEqual([late.id, next.id]);
  });

  it('wakes up when something is scheduled', async () => {
    program.publishing.start();
    await pass(0);
    const { id } = await schedule(2000);
    await pass(1999);
    expect(announced()).toEqual([]);
    await pass(1);
    expect(announced()).toEqual([id]);
  });

  it('notices within 30 seconds what another process scheduled', async () => {
    program.publishing.start();
    await pass(0);
    const { store } = program.engines;
    const draft = (await program.live.post('/changelogs', { title: 'Elsewhere' })).body.data;
    await store.transaction(async (write) => {
      const changelog = await write.changelogs.find(program.workspaceId, draft.id);
      if (changelog === undefined) throw new Error('There is no such changelog.');
      const publishedAt = program.clock.now() + 1;
      await write.changelogs.update(program.workspaceId, { ...changelog, state: 'scheduled', publishedAt });
    });
    await pass(30_000);
    expect(announced()).toEqual([draft.id]);
  });

  it('publishes nothing after it is stopped', async () => {
    program.publishing.start();
    await program.publishing.stop();
    await schedule(1000);
    await pass(minute);
    expect(announced()).toEqual([]);
  });
});
