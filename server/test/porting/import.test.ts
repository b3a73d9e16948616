// Imports of Earshot's own archives: repeated, interrupted, rehearsed, and with lines that are not all good.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { importLeaseMs } from '../../src/domain/porting/import.ts';
import type { TestProgram } from '../support/program.ts';
import { furnish, furnishedFixture } from './furnished.ts';
import { archiveOf, exported, imported } from './ported.ts';
import { newWorkspace, seen, type TestWorkspace } from './world.ts';

describe('an import', () => {
  const { place, started } = furnishedFixture();
  let program: TestProgram;
  let original: TestWorkspace;
  beforeAll(() => {
    ({ program, original } = started());
  });

  describe('repeated', () => {
    it('adds what is new in the source, doubles nothing, and leaves what was edited here', async () => {
      const source = await newWorkspace(program);
      await furnish(source);
      const first = place('.zip');
      await exported(source, first);
      const copy = await newWorkspace(program);
      await imported(copy, first);
      const again = await imported(copy, first);
      expect(await seen(copy)).toEqual(await seen(source));
      for (const { created, failed } of Object.values(again.report.counts))
        expect([created, failed]).toEqual([0, 0]);

      const { posts } = (await source.client.get('/posts?sortBy=oldest')).body.data;
      await source.client.post(`/posts/${posts[0].id}/votes`, { user: { externalId: 'late' } });
      await source.client.post('/posts', { title: 'New in the source' });
      await copy.client.patch(`/posts/${posts[0].id}`, { title: 'Edited here' });
      const second = place('.zip');
      await exported(source, second);
      const topUp = await imported(copy, second);
      expect(topUp.report.counts.posts).toEqual({ created: 1, found: 4, failed: 0 });
      expect(topUp.report.counts.votes?.created).toBe(1);
      const post = (await copy.client.get(`/posts/${posts[0].id}`)).body.data;
      expect(post).toMatchObject({ title: 'Edited here', votesCount: posts[0].votesCount + 1 });
    });

    it('reports what it adds to a workspace in use as updated now, so that delta sync finds it', async () => {
      const path = place();
      await exported(original, path);
      const copy = await newWorkspace(program);
      await copy.client.post('/posts', { title: 'Already here' });
      program.clock.advance(60_000);
      const since = new Date(program.clock.now()).toISOString();
      await imported(copy, path);
      const { posts } = (await copy.client.get(`/posts?filters=updatedSince:${since}`)).body.data;
      expect(posts).toHaveLength(4);
      const { votes } = (await copy.client.get(`/votes?filters=updatedSince:${since}`)).body.data;
      expect(votes.length).toBeGreaterThan(0);
    });

    it('continues after an interruption, and counts as one import', async () => {
      const path = place();
      await exported(original, path);
      const copy = await newWorkspace(program);
      let steps = 0;
      const interrupted = imported(copy, path, {
        onProgress: () => {
          steps += 1;
          if (steps === 4) throw new Error('power failure');
        },
      });
      await expect(interrupted).rejects.toThrow('power failure');
      await expect(imported(copy, path)).rejects.toThrow('An import is active in this workspace');
      program.clock.advance(importLeaseMs + 1);
      const { report } = await imported(copy, path);
      expect(await seen(copy)).toEqual(await seen(original));
      expect(report.counts.posts).toEqual({ created: 4, found: 0, failed: 0 });
      expect(report.counts.statuses).toMatchObject({ created: 6, found: 0 });
    });
  });

  it('keeps a text that takes more as a document than an input may have', async () => {
    const source = await newWorkspace(program);
    const description = '- ab\n'.repeat(1500);
    const { id } = (await source.client.post('/posts', { title: 'A long list', description })).body.data;
    await source.client.post('/posts', { title: 'Empty items', description: '- a\n-\n'.repeat(1300) });
    await source.client.post('/changelogs', { title: 'A long list', content: description });
    await source.client.post(`/posts/${id}/votes`, { user: { externalId: 'u' } });
    const path = place();
    await exported(source, path);
    expect((await readFile(join(path, 'posts.ndjson'))).length).toBeGreaterThan(250 * 1024);
    const copy = await newWorkspace(program);
    const { report } = await imported(copy, path);
    expect(report.errors).toEqual([]);
    expect(await seen(copy)).toEqual(await seen(source));
  });

  it('ends in one event, and has none for its objects', async () => {
    const path = place();
    await exported(original, path);
    const copy = await newWorkspace(program);
    const { id, report } = await imported(copy, path);
    const said = { type: 'import.finished', data: { object: { importId: id, state: 'finished' } } };
    const eventsOf = async () => (await copy.client.get('/events')).body.data.events;
    expect(await eventsOf()).toMatchObject([said]);
    expect((await eventsOf())[0].data.object.counts).toEqual(report.counts);
    // A second import finds everything, and changes nothing.
    await imported(copy, path);
    expect(await eventsOf()).toHaveLength(1);
    const { entries } = (await copy.client.get('/audit-log')).body.data;
    expect(entries.map((entry: { action: string }) => entry.action).slice(0, 3)).toEqual([
      'workspace.import_started',
      'import.finished',
      'workspace.import_started',
    ]);
  });

  describe('into a workspace where others delete meanwhile', () => {
    it('reports what belongs to a deleted post, and imports the rest', async () => {
      const path = place();
      await exported(original, path);
      const copy = await newWorkspace(program);
      const { posts } = (await original.client.get('/posts?sortBy=oldest')).body.data;
      const one = `/posts/${posts.find(({ title }: { title: string }) => title === 'One').id}`;
      let isDeleted = false;
      const { state, report } = await imported(copy, path, {
        pace: async () => {
          if (!isDeleted) isDeleted = (await copy.client.delete(one)).status < 300;
        },
      });
      expect([isDeleted, state]).toEqual([true, 'finished']);
      expect(report.counts).toMatchObject({
        posts: { created: 4, failed: 0 },
        comments: { created: 0, failed: 2 },
        votes: { failed: 2 },
      });
      expect(report.errors[0]?.message).toMatch(/^"postId" names nothing that was imported: "/);
      expect((await copy.client.get(one)).status).toBe(404);
    });

    it('reports a file whose post is deleted while it is stored', async () => {
      const path = place();
      await exported(original, path);
      const copy = await newWorkspace(program);
      const { posts } = (await original.client.get('/posts')).body.data;
      const { id } = posts.find(({ title }: { title: string }) => title === 'With a file');
      const { report } = await imported(copy, path, {}, (checked) => ({
        ...checked,
        archive: {
          ...checked.archive,
          open: async (name) => {
            if (name.startsWith('files/')) await copy.client.delete(`/posts/${id}`);
            return checked.archive.open(name);
          },
        },
      }));
      expect(report.counts.attachments).toEqual({ created: 0, found: 0, failed: 1 });
      expect(report.errors[0]?.message).toBe(`"postId" names nothing that was imported: "${id}".`);
    });
  });

  it('rehearses without changing anything', async () => {
    const path = place('.zip');
    await exported(original, path);
    const copy = await newWorkspace(program);
    const before = program.dump();
    const { report } = await imported(copy, path, { isDryRun: true });
    expect(program.dump()).toBe(before);
    expect(report.counts).toMatchObject({
      posts: { created: 4, failed: 0 },
      comments: { created: 2, failed: 0 },
      attachments: { created: 1, failed: 0 },
      statuses: { created: 6 },
    });
  });

  describe('of records that are not all good', () => {
    it('names each bad line, imports the rest, and makes IDs of other services external IDs', async () => {
      const path = await archiveOf(place(), {
        'users.ndjson': [
          { id: 'u1', email: 'a@example.com' },
          { id: 'u2', email: 'A@EXAMPLE.com' },
          { id: 'u3', email: 'no address' },
        ],
        'posts.ndjson': [
          { id: '17', title: 'Fine', authorId: 'u2', createdAt: '2020-02-03T04:05:06Z', mergeIntoId: '18' },
          { id: '17', title: 'The same ID' },
          { id: '18', title: 'Target' },
          { id: '19', title: '' },
          { id: '20', title: 'x', authorId: 'u9' },
          'not JSON',
        ],
        'comments.ndjson': [
          { id: 'c2', postId: '17', parentId: 'c1', content: 'Before its parent' },
          { id: 'c1', postId: '17', userId: 'u1', content: 'Parent' },
          { id: 'c3', postId: '17', parentId: 'c9', content: 'Orphan' },
          { id: 'c4', postId: '17', content: '' },
        ],
        'votes.ndjson': [
          { postId: '17', userId: 'u1', votedAt: '2020-02-03T04:05:06Z' },
          { postId: '17', userId: 'u2' },
          { postId: '99', userId: 'u1' },
        ],
      });
      const copy = await newWorkspace(program);
      const { report } = await imported(copy, path, { source: 'canny' });
      expect(report.errors.map(({ part, line, message }) => `${part}:${line} ${message}`)).toEqual(
        [
          'users.ndjson:3 "email" must be an email address.',
          'posts.ndjson:4 The title is empty.',
          'posts.ndjson:6 "line" is not valid JSON: column 2.',
          'comments.ndjson:4 "content" must be 1 to 10000 characters long.',
          'comments.ndjson:3 "parentId" names no comment that was imported.',
          'votes.ndjson:3 "postId" names nothing that was imported: "99".',
        ]
          .toSpliced(2, 0, 'posts.ndjson:5 "authorId" names nothing that was imported: "u9".')
          .sort(byPart(report)),
      );
      expect(report.counts.votes).toEqual({ created: 1, found: 1, failed: 1 });
      const post = (await copy.client.get('/posts/by-external-id/17')).body.data;
      const target = (await copy.client.get('/posts/by-external-id/18?include=voters')).body.data;
      expect(post).toMatchObject({ createdAt: '2020-02-03T04:05:06.000Z', mergedIntoId: target.id });
      expect(target).toMatchObject({ votesCount: 1, commentsCount: 2 });
      expect(target.voters[0]).toMatchObject({
        ...{ externalId: null, email: 'a@example.com', votedAt: '2020-02-03T04:05:06.000Z' },
      });
      const again = await imported(copy, path, { source: 'canny' });
      expect(again.report.counts).toMatchObject({
        users: { created: 0 },
        posts: { created: 0 },
        comments: { created: 0 },
        votes: { created: 0 },
      });
      expect((await copy.client.get('/posts/by-external-id/18')).body.data).toMatchObject({
        votesCount: 1,
        commentsCount: 2,
      });

      const twice = { postId: '17', userId: 'u5' };
      const doubled = await archiveOf(place(), {
        'users.ndjson': [{ id: 'u5', email: 'b@example.com' }],
        'posts.ndjson': [{ id: '17', title: 'Fine' }],
        'votes.ndjson': [twice, twice],
      });
      const { counts } = (await imported(copy, doubled, { source: 'canny' })).report;
      expect(counts.votes).toEqual({ created: 1, found: 1, failed: 0 });
      expect((await copy.client.get('/posts/by-external-id/18')).body.data.votesCount).toBe(2);

      await copy.client.post(`/posts/${post.id}/unmerge`);
      await imported(copy, path, { source: 'canny' });
      expect((await copy.client.get(`/posts/${post.id}`)).body.data.mergedIntoId).toBeNull();
    });
  });

  /** The expected errors in the order of the report: within a part, the order of lines may differ. */
  const byPart = ({ errors }: { errors: { part: string; line: number }[] }) => {
    const order = errors.map(({ part, line }) => `${part}:${line} `);
    return (a: string, b: string) =>
      order.findIndex((start) => a.startsWith(start)) - order.findIndex((start) => b.startsWith(start));
  };
});
