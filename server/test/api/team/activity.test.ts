import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, type Browser, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api/activity';

interface Activity {
  requestId: string | null;
  actor: { type: string; id: string };
  createdAt: string;
  counts: { action: string; count: number }[];
  isMore: boolean;
  changes: { id: string; action: string; objectId: string }[];
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

const read = async (query = ''): Promise<{ activities: Activity[]; next: string | null }> =>
  owner.data('GET', `${api}${query}`);

/** A call of a request with a known ID. */
const write = (requestId: string, method: string, path: string, body: object) =>
  program.live.call(method, path, { body, headers: { 'x-request-id': requestId } });

describe('the activity of a workspace', () => {
  it('has one row for each request, with what it changed', async () => {
    const operations = Array.from({ length: 25 }, (_, index) => ({
      method: 'POST',
      path: '/posts',
      body: { title: `Post ${index}` },
    }));
    await write('many', 'POST', '/batch', { operations });
    await write('one', 'POST', '/posts', { title: 'Dark mode' });
    const [one, many] = (await read()).activities;
    expect(one).toMatchObject({
      requestId: 'one',
      counts: [{ action: 'post.created', count: 1 }],
      isMore: false,
    });
    expect(many).toMatchObject({
      requestId: 'many',
      actor: { type: 'key' },
      counts: [{ action: 'post.created', count: 25 }],
      isMore: false,
    });
    expect(many?.changes).toHaveLength(20);
  });

  it('can be filtered by who, what and when', async () => {
    await owner.data('POST', '/v1/posts', { title: 'By Ada' });
    const ada = await accountId(owner);
    const byAda = (await read(`?actorId=${ada}`)).activities;
    expect(byAda.map(({ actor }) => actor)).toEqual(byAda.map(() => ({ type: 'person', id: ada })));
    const joined = (await read('?action=member.added')).activities;
    expect(joined.map(({ counts }) => counts)).toEqual([[{ action: 'member.added', count: 1 }]]);
    program.clock.advance(60_000);
    const since = new Date(program.clock.now()).toISOString();
    const { id } = (await program.live.post('/tags', { name: 'ui' })).body.data;
    expect((await read(`?since=${since}`)).activities.map(({ changes }) => changes[0]?.objectId)).toEqual([
      id,
    ]);
    expect((await read(`?objectId=${id}`)).activities).toHaveLength(1);
  });

  it.each(['?action=nothing', '?since=yesterday', '?after=nothing'])('refuses %s', async (query) => {
    expect((await owner.get(`${api}${query}`)).status).toBe(400);
  });

  it('is read page by page, and a large job stays one row', async () => {
    const before = (await read('?limit=100')).activities.length;
    const { id } = (await write('first', 'POST', '/posts', { title: 'Popular' })).body.data;
    // More entries than are read for a page.
    for (let part = 0; part < 3; part += 1) {
      const voters = Array.from({ length: 750 }, (_, index) => ({ externalId: `voter-${part}-${index}` }));
      await write('flood', 'PUT', `/posts/${id}/votes`, { voters });
    }
    await write('last', 'POST', '/tags', { name: 'last' });
    const rows: Activity[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: { activities: Activity[]; next: string | null } = await read(`?limit=3&after=${after}`);
      rows.push(...page.activities);
      after = page.next;
    }
    expect(rows.map(({ requestId }) => requestId).slice(0, 3)).toEqual(['last', 'flood', 'first']);
    expect(rows).toHaveLength(before + 3);
    expect(rows[1]?.isMore).toBe(true);
  });
});
