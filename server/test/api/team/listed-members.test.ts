import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, type Browser, invitedBy, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let owner: Browser;
let member: Browser;
beforeAll(async () => {
  program = await startProgram({ publicUrl: 'http://localhost:3000' });
  owner = await ownerOf(program);
  program.clock.advance(1000);
  member = await invitedBy(program, owner, 'member');
});
afterAll(() => program.close());

type Listed = { id: string; name: string; email: string }[];
const members = async (query = ''): Promise<Listed> =>
  (await program.live.get(`/members${query}`)).body.data.members;

describe('GET /members', () => {
  it('lists the members of the workspace, oldest first, to live and test keys and to members', async () => {
    const joinedAt = (at: number) => new Date(at).toISOString();
    const listed = [
      {
        ...{ id: await accountId(owner), name: 'Ada', email: 'ada@example.com', role: 'owner' },
        createdAt: joinedAt(program.clock.now() - 1000),
      },
      {
        ...{ id: await accountId(member), name: 'member', email: 'member@example.com', role: 'member' },
        createdAt: joinedAt(program.clock.now()),
      },
    ];
    const data = { members: listed, cursor: 1, hasMore: false, next: null };
    const live = await program.live.get('/members');
    expect([live.status, live.body]).toEqual([200, { data }]);
    expect((await program.test.get('/members')).body).toEqual({ data, test: true });
    expect(await member.data('GET', '/v1/members')).toEqual(data);
  });

  it('lists none of another workspace', async () => {
    expect((await program.stranger.get('/members?include=total')).body.data).toMatchObject({
      members: [],
      total: 0,
    });
  });

  it('is paged, and filtered by email and role', async () => {
    const first = (await program.live.get('/members?limit=1')).body.data;
    expect([first.members[0].name, first.hasMore]).toEqual(['Ada', true]);
    const rest = (await program.live.get(`/members?limit=1&after=${first.next}`)).body.data;
    expect([rest.members[0].name, rest.hasMore]).toEqual(['member', false]);
    const names = async (filters: string) => (await members(`?filters=${filters}`)).map(({ name }) => name);
    expect(await names('email:MEMBER@example.com')).toEqual(['member']);
    expect(await names('email:ada@example.com;email:x@example.com')).toEqual(['Ada']);
    expect(await names('role:admin')).toEqual([]);
    expect(await names('role:admin;role:owner')).toEqual(['Ada']);
    expect(await names('role:king')).toEqual([]);
  });

  it('has an ETag that changes with who is a member, their role and their name', async () => {
    const tag = async () => (await program.live.get('/members')).headers.etag ?? '';
    let before = await tag();
    const isUnchanged = async () =>
      (await program.live.get('/members', { 'if-none-match': before })).status === 304;
    expect(await isUnchanged()).toBe(true);
    const changes: [string, () => Promise<unknown>][] = [
      ['name', () => member.patch('/console/api/account', { name: 'Grace' })],
      ['role', async () => owner.patch(`/console/api/members/${await accountId(member)}`, { role: 'admin' })],
      ['joined', () => invitedBy(program, owner, 'admin')],
      ['left', async () => owner.delete(`/console/api/members/${await accountId(member)}`)],
    ];
    for (const [what, change] of changes) {
      await change();
      expect([what, await isUnchanged()]).toEqual([what, false]);
      before = await tag();
    }
    expect((await members()).map(({ name }) => name)).toEqual(['Ada', 'admin']);
  });
});
