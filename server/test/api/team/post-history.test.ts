import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, type Browser, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

interface HistoryEvent {
  kind: string;
  at: string;
  actor: { type: string; id: string } | null;
  fromId: string | null;
  toId: string | null;
  reason: string | null;
  subject: { id: string; title: string } | null;
  count: number | null;
}

let program: TestProgram;
let owner: Browser;
beforeAll(async () => {
  program = await startProgram({
    publicUrl: 'http://localhost:3000',
    environment: { RATE_LIMIT_WRITE: '0' },
  });
  owner = await ownerOf(program);
});
afterAll(() => program.close());

const make = (path: string, body: object) => owner.data('POST', `/v1${path}`, body);
const historyOf = async (id: string): Promise<HistoryEvent[]> =>
  (await owner.data('GET', `/console/api/posts/${id}/history`)).events;

describe('the history of a post', () => {
  it('has changes, merges, entries that ship it and round numbers of votes, with who and why, oldest first', async () => {
    const post = await make('/posts', { title: 'Dark mode' });
    const other = await make('/posts', { title: 'Night mode' });
    const unrelated = await make('/posts', { title: 'Faster search' });
    const memberId = await accountId(owner);
    const statuses = (await owner.data('GET', '/v1/statuses')).statuses as { id: string; name: string }[];
    const planned = statuses.find(({ name }) => name === 'Planned')?.id;
    const edit = (body: object) => owner.data('PATCH', `/v1/posts/${post.id}`, body);
    await edit({ statusId: planned, statusComment: 'Next quarter.' });
    await edit({ ownerId: memberId });
    await edit({ visibility: 'public' });
    await edit({ ownerId: null, title: 'Dark mode for all' });
    await owner.data('POST', `/v1/posts/${other.id}/merge`, { intoId: post.id });
    for (const postId of [post.id, unrelated.id])
      await make('/changelogs', { title: `Ships ${postId}`, state: 'published', linkedPostIds: [postId] });
    await make('/changelogs', { title: 'Not yet', linkedPostIds: [post.id] });
    const voters = Array.from({ length: 12 }, (_, index) => ({
      userEmail: `voter${index}@example.com`,
      votedAt: new Date(Date.UTC(2020, 0, index + 1)).toISOString(),
    }));
    await owner.data('PUT', `/v1/posts/${post.id}/votes`, { voters });

    const events = await historyOf(post.id);
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted());
    const member = { type: 'person', id: memberId };
    const known = events.map(({ at, ...event }) =>
      Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null)),
    );
    expect(known[0]).toEqual({ kind: 'votes', count: 10 });
    expect(events[0]?.at).toBe('2020-01-10T00:00:00.000Z');
    const shipped = { id: expect.any(String), title: `Ships ${post.id}` };
    expect(known).toEqual(
      expect.arrayContaining([
        { kind: 'status', actor: member, fromId: post.statusId, toId: planned, reason: 'Next quarter.' },
        { kind: 'owner', actor: member, toId: memberId },
        { kind: 'published', actor: member },
        { kind: 'owner', actor: member, fromId: memberId },
        { kind: 'merged', actor: member, subject: { id: other.id, title: 'Night mode' } },
        { kind: 'shipped', subject: shipped },
      ]),
    );
    expect(known).toHaveLength(7);
    // Also among changes of the same moment.
    const owners = known.filter(({ kind }) => kind === 'owner').map(({ toId = null }) => toId);
    expect(owners).toEqual([memberId, null]);
    expect(await historyOf(unrelated.id)).toHaveLength(1);
  });

  it('knows no other post', async () => {
    const path = '/console/api/posts/post_00000000000000000000000000/history';
    expect((await owner.call('GET', path)).status).toBe(404);
  });
});
