// Members in exports and imports: owners of posts, and those whom notes mention.

import { beforeAll, describe, expect, it } from 'vitest';
import { idMinter } from '../../src/domain/kernel/id.ts';
import type { TestProgram } from '../support/program.ts';
import { furnishedFixture } from './furnished.ts';
import { archiveOf, exported, imported } from './ported.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

describe('owners of posts', () => {
  const { place, started } = furnishedFixture();
  let program: TestProgram;
  let source: TestWorkspace;
  let path: string;
  let ada: string;

  const newAccount = async (email: string, provenAt: number | null): Promise<string> => {
    const { clock, engines } = program;
    const id = idMinter(clock, 'live')('account');
    const given = { name: email, email, passwordHash: null, confinedTo: null, locale: null };
    await engines.store.transaction((write) =>
      write.accounts.insert({ id, ...given, provenAt, createdAt: clock.now() }),
    );
    return id;
  };
  const join = ({ id }: TestWorkspace, accountId: string) =>
    program.engines.store.transaction(async (write) => {
      await write.workspaces.raiseRevision(id, program.clock.now());
      await write.memberships.insert({
        ...{ workspaceId: id, accountId },
        ...{ role: 'member', createdAt: program.clock.now() },
      });
    });
  const ownersIn = async ({ client }: TestWorkspace): Promise<Record<string, unknown>> => {
    const { posts } = (await client.get('/posts?include=details')).body.data;
    return Object.fromEntries(
      posts.map(({ title, ownerId }: { title: string; ownerId: string | null }) => [title, ownerId]),
    );
  };

  const noteIn = async ({ client }: TestWorkspace): Promise<string> =>
    (await client.get('/comments?filters=private:true')).body.data.comments[0].contentHtml;

  beforeAll(async () => {
    ({ program } = started());
    source = await newWorkspace(program);
    ada = await newAccount('ada@owners.example', null);
    await join(source, ada);
    const owned = await source.client.post('/posts', { title: 'Owned', ownerId: ada });
    await source.client.post(`/posts/${owned.body.data.id}/comments`, {
      content: { type: 'doc', content: [{ type: 'mention', attrs: { memberId: ada } }] },
      isPrivate: true,
    });
    await source.client.post('/posts', { title: 'Loose' });
    path = place();
    await exported(source, path);
  });

  it('come back if the same account is a member, and otherwise the report says that they were left out', async () => {
    const [same, other] = [await newWorkspace(program), await newWorkspace(program)];
    await join(same, ada);
    const whole = await imported(same, path);
    expect(whole.report).toMatchObject({ errorsCount: 0, warningsCount: 0 });
    expect(await ownersIn(same)).toEqual({ Owned: ada, Loose: null });
    expect(await noteIn(same)).toBe(`<p><span data-member="${ada}">@ada@owners.example</span></p>`);
    const { report } = await imported(other, path);
    expect(report.warnings).toEqual([
      {
        ...{ part: 'posts.ndjson', line: 1 },
        message:
          'The owner "ada@owners.example" is not a member here, or the email is not proven. The post has no owner.',
      },
    ]);
    expect(await ownersIn(other)).toEqual({ Owned: null, Loose: null });
    expect(await noteIn(other)).toBe('<p>@ada@owners.example</p>');
  });

  it('are found by their email if it is proven to be theirs', async () => {
    const copy = await newWorkspace(program);
    const [proven, claimed, elsewhere] = [
      await newAccount('Grace@owners.example', 1),
      await newAccount('eve@owners.example', null),
      await newAccount('zoe@owners.example', 1),
    ];
    for (const id of [proven, claimed]) await join(copy, id);
    const of = (title: string, ownerEmail: string) => ({
      id: title,
      title,
      ownerId: 'acct_gone',
      ownerEmail,
    });
    const archive = await archiveOf(place(), {
      'posts.ndjson': [
        of('Proven', 'grace@owners.example'),
        of('Claimed', 'eve@owners.example'),
        of('Elsewhere', 'zoe@owners.example'),
        { id: 'By address alone', title: 'By address alone', ownerEmail: 'grace@owners.example' },
      ],
    });
    const { report } = await imported(copy, archive);
    expect(report).toMatchObject({ errorsCount: 0, warningsCount: 2 });
    const found = { Proven: proven, Claimed: null, Elsewhere: null, 'By address alone': proven };
    expect(await ownersIn(copy)).toEqual(found);
    expect(elsewhere).not.toBe(proven);
  });
});
