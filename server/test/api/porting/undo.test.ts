import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobOrder } from '../../../src/app/porting/import/start.ts';
import { undoHere } from '../../../src/app/porting/undo/start.ts';
import { verifyInstallation } from '../../../src/commands/installation/verify-steps.ts';
import { openDatabase } from '../../../src/compose/engines.ts';
import { readConfig } from '../../../src/config.ts';
import { type Import, importLeaseMs } from '../../../src/domain/porting/import.ts';
import { advanceCounters } from '../../../src/engines/sql/restore/advance.ts';
import { exported, importDeps, imported } from '../../porting/ported.ts';
import { actions, fill, newWorkspace, seen, type TestWorkspace } from '../../porting/world.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { countQueries } from '../../support/queries.ts';
import { collected } from '../backup/installation.ts';

/** Votes, comments and merges that an import adds to a post count as updates of it. */
const timeless = (all: unknown): unknown =>
  JSON.parse(JSON.stringify(all), (key, value) =>
    ['updatedAt', 'version'].includes(key) ? undefined : value,
  );

const undo = (
  workspace: TestWorkspace,
  { id }: Pick<Import, 'id'>,
  order: Partial<JobOrder> = {},
): Promise<Import> =>
  undoHere(
    importDeps(workspace),
    {
      workspaceId: workspace.id,
      actor: { type: 'system', id: 'operator' },
      requestId: null,
      ...order,
    },
    id,
  );

describe('undoing an import', () => {
  let program: TestProgram;
  let directory: string;
  let made = 0;
  beforeAll(async () => {
    program = await startProgram();
    directory = await mkdtemp(join(tmpdir(), 'earshot-undo-'));
  });
  afterAll(async () => {
    await program.close();
    await rm(directory, { recursive: true, force: true });
  });
  const place = () => {
    made += 1;
    return join(directory, `${made}`);
  };

  const expectSound = async (): Promise<void> => {
    const findings = await collected(verifyInstallation(readConfig(program.environment), program.clock));
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
  };

  /** A workspace in use, and an archive that tops it up: the source went on after the two were the same. */
  const topUp = async (first: Parameters<typeof fill>[1], second: Parameters<typeof fill>[1]) => {
    const source = await newWorkspace(program);
    await fill(source, first);
    const start = place();
    await exported(source, start);
    const workspace = await newWorkspace(program);
    await imported(workspace, start);
    await workspace.client.post('/posts', { title: 'Only here', tags: ['own'] });
    await fill(source, second);
    const path = place();
    await exported(source, path);
    return { workspace, path };
  };

  it('leaves everything that the API shows as it was, whatever the import added', async () => {
    await fc.assert(
      fc.asyncProperty(actions, actions, fc.nat({ max: 12 }), async (first, second, stopAt) => {
        const { workspace, path } = await topUp(first, second);
        const before = timeless(await seen(workspace));
        // Merges may be refused, because posts are merged otherwise here.
        const done = await imported(workspace, path);
        expect(done.state).toBe('finished');
        let steps = 0;
        const interrupted = undo(workspace, done, {
          pace: async () => {
            steps += 1;
            if (steps > stopAt) throw new Error('power failure');
          },
        });
        await expect(interrupted).rejects.toThrow('power failure');
        program.clock.advance(importLeaseMs + 1);
        expect((await undo(workspace, done)).state).toBe('undone');
        expect(timeless(await seen(workspace))).toEqual(before);
      }),
      { numRuns: 4, endOnFailure: true },
    );
    await expectSound();
  }, 240_000);

  /** A post that both have, with a vote, a comment and a tag of the source, and a post that only the source has. */
  const shared = async () => {
    const source = await newWorkspace(program);
    const workspace = await newWorkspace(program);
    for (const { client } of [source, workspace])
      await client.post('/posts', { title: 'Shared', externalId: 'shared' });
    const { client } = source;
    await client.post('/posts/by-external-id/shared/votes', { user: { externalId: 'fan' } });
    const said = { content: 'Imported', externalId: 'c', author: { externalId: 'fan' } };
    await client.post('/posts/by-external-id/shared/comments', said);
    await client.post('/posts', { title: 'New', externalId: 'new', tags: ['imported'] });
    for (const name of ['Imported', 'Chosen']) await client.post('/statuses', { name, category: 'active' });
    const path = place();
    await exported(source, path);
    return { workspace, path };
  };

  it('keeps what people have added to older posts since, and what they use', async () => {
    const { workspace, path } = await shared();
    const { client } = workspace;
    const done = await imported(workspace, path);
    const comment = (await client.get('/comments/by-external-id/c')).body.data;
    const reply = { content: 'A reply', parentId: comment.id, author: { externalId: 'fan' } };
    await client.post('/posts/by-external-id/shared/comments', reply);
    await client.post('/posts/by-external-id/shared/votes', { user: { externalId: 'later' } });
    await client.post('/posts', { title: 'Own', externalId: 'own', tags: ['imported'] });
    await client.patch('/site', { roadmapStatusIds: ['chosen'] });

    const since = new Date(program.clock.now()).toISOString();
    const { undone } = await undo(workspace, done);
    expect(undone).toMatchObject({
      posts: { removed: 1, kept: 0 },
      comments: { removed: 1, kept: 0 },
      tags: { removed: 0, kept: 1 },
      users: { kept: 1 },
      statuses: { removed: 1, kept: 1 },
    });
    const post = (await client.get('/posts/by-external-id/shared?include=voters;comments.replies')).body.data;
    expect(post).toMatchObject({ votesCount: 1, commentsCount: 1 });
    expect(post.voters).toMatchObject([{ externalId: 'later' }]);
    expect(post.comments).toMatchObject([{ isDeleted: true, replies: [{ content: 'A reply' }] }]);
    expect((await client.get('/posts/by-external-id/new')).status).toBe(404);
    expect((await client.get('/posts/by-external-id/own?include=tags')).body.data.tags).toHaveLength(1);
    const { deletions } = (await client.get(`/deletions?filters=since:${since}`)).body.data;
    expect(deletions.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'comment',
      'post',
      'status',
      'vote',
    ]);
    expect((await client.get('/posts?filters=search:New')).body.data.posts).toEqual([]);
    await expectSound();
  });

  it('keeps what people edited, even between two imports, and a vote that they gave again', async () => {
    const { workspace, path } = await shared();
    const { client } = workspace;
    const done = await imported(workspace, path);
    program.clock.advance(1_000);
    const fan = { user: { externalId: 'fan' } };
    expect((await client.delete('/posts/by-external-id/shared/votes', fan)).status).toBeLessThan(300);
    await client.post('/posts/by-external-id/shared/votes', fan);
    const { tags } = (await client.get('/tags')).body.data;
    await client.patch(`/tags/${tags[0].id}`, { color: '#123456' });
    const { undone } = await undo(workspace, done);
    expect(undone).toMatchObject({ tags: { removed: 0, kept: 1 }, users: { removed: 0, kept: 1 } });
    expect((await client.get('/posts/by-external-id/shared')).body.data.votesCount).toBe(1);
    await expectSound();
  });

  it('removes as much after a backup was restored, twice, which advances all versions', async () => {
    const { workspace, path } = await shared();
    const { client } = workspace;
    const before = timeless(await seen(workspace));
    const done = await imported(workspace, path);
    program.clock.advance(1_000);
    const restored = async (by: number) => {
      const dialect = await openDatabase(readConfig(program.environment), 'serve');
      const now = program.clock.now();
      const advance = {
        by,
        slowBy: by,
        revision: now,
        now,
        mintEventId: () => `evt_restored_${by}`,
        deletedFiles: [],
      };
      await advanceCounters(dialect, advance).finally(() => dialect.close());
    };
    await restored(1_000_000);
    await client.post('/tags', { name: 'In between' });
    await restored(2_000_000);
    const { tags } = (await client.get('/tags')).body.data;
    const own = tags.find(({ name }: { name: string }) => name === 'In between');
    await client.delete(`/tags/${own.id}`);
    const { undone } = await undo(workspace, done);
    for (const counts of Object.values(undone ?? {})) expect(counts).toMatchObject({ kept: 0 });
    expect(timeless(await seen(workspace))).toEqual(before);
    await expectSound();
  });

  it('needs no statement per post, person and changelog entry', async () => {
    const statements = async (number: number): Promise<number> => {
      const source = await newWorkspace(program);
      for (let count = 0; count < number; count += 1) {
        await source.client.post('/posts', { title: `Post ${count}`, author: { externalId: `${count}` } });
        await source.client.post('/changelogs', { title: `Entry ${count}`, labels: ['New'] });
      }
      const path = place();
      await exported(source, path);
      const workspace = await newWorkspace(program);
      await workspace.client.post('/posts', { title: 'Already here' });
      const done = await imported(workspace, path);
      const count = await countQueries(async () => {
        const { undone } = await undo(workspace, done);
        const all = { removed: number, kept: 0 };
        expect(undone).toMatchObject({ posts: all, changelogs: all });
      });
      expect((await workspace.client.get('/posts?filters=search:Post')).body.data.posts).toEqual([]);
      return count;
    };
    const [few, many] = [2, 32];
    // Some statements take a limited number of rows, so there are a few more.
    expect((await statements(many)) - (await statements(few))).toBeLessThan(many - few);
    await expectSound();
  });

  it('gives new times to what is imported again into the emptied workspace', async () => {
    const source = await newWorkspace(program);
    await source.client.post('/posts', { title: 'Back again', externalId: 'back' });
    const path = place();
    await exported(source, path);
    const workspace = await newWorkspace(program);
    await undo(workspace, await imported(workspace, path));
    program.clock.advance(60_000);
    const since = new Date(program.clock.now()).toISOString();
    expect((await imported(workspace, path)).isFaithful).toBe(false);
    const { posts } = (await workspace.client.get(`/posts?filters=updatedSince:${since}`)).body.data;
    expect(posts).toMatchObject([{ title: 'Back again' }]);
  });

  it('does not restore votes that were withdrawn before the import is resumed', async () => {
    const { workspace, path } = await shared();
    const { client } = workspace;
    const interrupted = imported(workspace, path, {
      onProgress: ({ report }) => {
        if (report.counts.votes !== undefined) throw new Error('power failure');
      },
    });
    await expect(interrupted).rejects.toThrow('power failure');
    const post = async () => (await client.get('/posts/by-external-id/shared')).body.data;
    expect(await post()).toMatchObject({ votesCount: 1 });
    await client.delete('/posts/by-external-id/shared/votes', { user: { externalId: 'fan' } });
    program.clock.advance(importLeaseMs + 1);
    const { state, report } = await imported(workspace, path);
    expect([state, report.counts.votes]).toEqual(['finished', { created: 1, found: 0, failed: 0 }]);
    expect(await post()).toMatchObject({ votesCount: 0 });
    await expectSound();
  });

  it('undoes an import that was interrupted', async () => {
    const { workspace, path } = await shared();
    const before = timeless(await seen(workspace));
    let steps = 0;
    const interrupted = imported(workspace, path, {
      onProgress: () => {
        steps += 1;
        if (steps === 4) throw new Error('power failure');
      },
    });
    await expect(interrupted).rejects.toThrow('power failure');
    const [half] = await program.engines.store.read.imports.page(workspace.id, {
      take: 1,
      skip: 0,
      after: undefined,
    });
    if (half === undefined) throw new Error('There is no import.');
    await expect(undo(workspace, half)).rejects.toThrow('An import is active in this workspace');
    program.clock.advance(importLeaseMs + 1);
    expect((await undo(workspace, half)).state).toBe('undone');
    expect(timeless(await seen(workspace))).toEqual(before);
    await expect(undo(workspace, half)).rejects.toThrow('This import has already been undone.');
  });
});
