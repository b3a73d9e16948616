import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let statuses: { id: string; name: string; postsCount: number }[];
const now = '2026-01-31T09:15:02.123Z';
const past = '2026-01-30T08:00:00.000Z';
const future = '2026-02-01T08:00:00.000Z';
const unknown = 'clog_01jz3k8n5yegs9t2w6qv4m7r8c';

beforeAll(async () => {
  program = await startProgram({ environment: { UPLOAD_MAX_FILES: '2' } });
  await program.test.get('/changelogs');
  statuses = await readStatuses();
});
afterAll(() => program.close());

const readStatuses = async () => (await program.live.get('/statuses')).body.data.statuses;
const create = async (body: object = {}) => {
  const answer = await program.live.post('/changelogs', { title: 'A changelog', ...body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.data;
};
const patch = async (id: string, body: object) => {
  const answer = await program.live.patch(`/changelogs/${id}`, body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body.data;
};
const post = async (body: object = {}) =>
  (await program.live.post('/posts', { title: 'A post', ...body })).body.data;
const withPictures = (count: number, fields: Record<string, string> = {}) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (let index = 0; index < count; index += 1) {
    data.append('files', new File([new Uint8Array(png(3, 2))], `${index}.png`, { type: 'image/png' }));
  }
  return data;
};
const eventsOf = async (work: () => Promise<unknown>) => {
  const before = program.events().length;
  await work();
  return program.events().slice(before);
};

describe('PATCH /changelogs/{id}', () => {
  describe('200', () => {
    it('changes only the fields that are sent, and keeps the slug when the title changes', async () => {
      const linked = await post();
      const made = await create({ content: 'Old', labels: ['New'], linkedPostIds: [linked.id] });
      const after = await patch(made.id, { title: 'Another title' });
      expect(after).toEqual({ ...made, title: 'Another title' });
      expect(await patch(made.id, { content: 'Young' })).toMatchObject({
        title: 'Another title',
        contentHtml: '<p>Young</p>',
        labels: ['New'],
        linkedPostIds: [linked.id],
      });
    });

    it('replaces labels and links, and clears fields sent as empty', async () => {
      const [one, two] = [await post(), await post()];
      const { id } = await create({ content: 'Old', labels: ['a'], linkedPostIds: [one.id, two.id] });
      expect(await patch(id, { labels: ['b', 'a'], linkedPostIds: [two.id] })).toMatchObject({
        labels: ['b', 'a'],
        linkedPostIds: [two.id],
      });
      expect(await patch(id, { labels: [], linkedPostIds: [], content: null })).toMatchObject({
        labels: [],
        linkedPostIds: [],
        contentHtml: '',
      });
    });

    it('accepts a new slug, and its current one', async () => {
      const { id } = await create();
      expect((await patch(id, { slug: 'mine' })).slug).toBe('mine');
      expect((await patch(id, { slug: 'mine' })).slug).toBe('mine');
    });

    it('moves through all states, and emits one event per publication', async () => {
      const { id } = await create();
      const steps: [object, object, string[]][] = [
        [{ state: 'scheduled', publishedAt: future }, { state: 'scheduled', publishedAt: future }, []],
        [{ title: 'Edited' }, { state: 'scheduled', publishedAt: future }, []],
        [{ state: 'published' }, { state: 'published', publishedAt: now }, ['changelog.published']],
        [{ state: 'published' }, { state: 'published', publishedAt: now }, []],
        [{ publishedAt: past }, { state: 'published', publishedAt: past }, []],
        [{ title: 'Edited again' }, { state: 'published', publishedAt: past }, []],
        [{ state: 'draft' }, { state: 'draft', publishedAt: null }, []],
        [{ state: 'published', publishedAt: past }, { publishedAt: past }, ['changelog.published']],
      ];
      for (const [edit, expected, announced] of steps) {
        const events = await eventsOf(async () => expect(await patch(id, edit)).toMatchObject(expected));
        expect(events.map(({ type }) => type)).toEqual(announced);
      }
    });

    it('adds and removes files, and deletes the stored bytes', async () => {
      const { id } = await create();
      const before = await program.files();
      const added = await program.live.call('PATCH', `/changelogs/${id}`, { form: withPictures(2) });
      expect(added.status).toBe(200);
      const [first, second] = added.body.data.attachments;
      expect(await program.files()).toHaveLength(before.length + 2);
      const swapped = await program.live.call('PATCH', `/changelogs/${id}`, {
        form: withPictures(1, { 'removeAttachmentIds[]': first.id }),
      });
      expect(swapped.body.data.attachments).toHaveLength(2);
      expect(swapped.body.data.attachments[0]).toEqual(second);
      expect(await program.files()).toHaveLength(before.length + 2);
      expect((await program.app.inject({ url: new URL(first.url).pathname })).statusCode).toBe(404);
    });

    it('returns the same response under a test key, and saves nothing', async () => {
      const linked = await post();
      const { id } = await create({ linkedPostIds: [linked.id], completeLinkedPosts: true });
      await program.live.call('PATCH', `/changelogs/${id}`, { form: withPictures(1) });
      const [rows, files] = [program.dump(), await program.files()];
      const answer = await program.test.call('PATCH', `/changelogs/${id}`, {
        form: withPictures(1, { state: 'published', title: 'Rehearsed' }),
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        test: true,
        data: { id, title: 'Rehearsed', state: 'published', publishedAt: now },
      });
      expect(answer.body.data.attachments).toHaveLength(2);
      expect(program.dump()).toBe(rows);
      expect(await program.files()).toEqual(files);
    });

    it('accepts a changelog created by a test call, under a test key', async () => {
      const rows = program.dump();
      const { id } = (await program.test.post('/changelogs', { title: 'Seemingly' })).body.data;
      const updated = await program.test.patch(`/changelogs/${id}`, { title: 'Renamed' });
      expect([updated.status, updated.body.data]).toMatchObject([200, { id, title: 'Renamed' }]);
      const removed = await program.test.delete(`/changelogs/${id}`);
      expect(removed.body).toEqual({ data: { id, deleted: true }, test: true });
      expect((await program.live.patch(`/changelogs/${id}`, { title: 'No' })).status).toBe(404);
      expect(program.dump()).toBe(rows);
    });
  });

  describe('notify', () => {
    it('is part of every response, and can be changed until publication', async () => {
      const schedule = { state: 'scheduled', publishedAt: future };
      const { id, notify } = await create({ ...schedule, notify: { includeVoters: true } });
      const chosen = async () => (await program.live.get(`/changelogs/${id}`)).body.data.notify;
      expect([notify, await chosen()]).toEqual([{ includeVoters: true }, { includeVoters: true }]);
      expect((await patch(id, { title: 'Renamed' })).notify).toEqual({ includeVoters: true });
      expect((await patch(id, { notify: true })).notify).toBe(true);
      expect(await chosen()).toBe(true);
      expect((await patch(id, { notify: false })).notify).toBe(false);
      await patch(id, { notify: true });
      await patch(id, { state: 'published' });
      expect(await chosen()).toBe(false);
    });
  });

  describe('completeLinkedPosts', () => {
    it('moves linked posts to the first completed status, and updates history, counts, events and search', async () => {
      const complete = statuses.find(({ name }) => name === 'Complete');
      const [open, done] = [
        await post({ title: 'Zebra crossing' }),
        await post({ title: 'Zebra done', statusId: complete?.id }),
      ];
      const { id } = await create({ linkedPostIds: [open.id, done.id], completeLinkedPosts: true });
      const countsBefore = await readStatuses();
      const events = await eventsOf(() => patch(id, { state: 'published' }));
      expect(events.map(({ type, object }) => [type, object.id])).toEqual([
        ['changelog.published', id],
        ['post.updated', open.id],
        ['post.status_changed', open.id],
      ]);
      const moved = (await program.live.get(`/posts/${open.id}`)).body.data;
      expect(moved).toMatchObject({ statusId: complete?.id, version: 2 });
      const count = (list: typeof statuses, name: string) =>
        list.find((status) => status.name === name)?.postsCount ?? 0;
      const counts = await readStatuses();
      expect(count(counts, 'Open')).toBe(count(countsBefore, 'Open') - 1);
      expect(count(counts, 'Complete')).toBe(count(countsBefore, 'Complete') + 1);
      const found = await program.live.get(`/posts?filters=search:zebra;statusId:${complete?.id}`);
      expect(found.body.data.posts).toHaveLength(2);
      expect(program.dump()).toMatch(new RegExp(`"post_id":"${open.id}","from_status_id":"stat_`));
      // After publication, an edit moves no posts.
      await program.live.patch(`/posts/${open.id}`, { statusId: statuses[0]?.id });
      expect(await eventsOf(() => patch(id, { title: 'Edited', completeLinkedPosts: true }))).toEqual([]);
    });

    it('is part of every response, and can be switched on and off until publication', async () => {
      const linked = await post();
      const schedule = { state: 'scheduled', publishedAt: future, linkedPostIds: [linked.id] };
      const { id, completeLinkedPosts } = await create({ ...schedule, completeLinkedPosts: true });
      const told = async () => (await program.live.get(`/changelogs/${id}`)).body.data.completeLinkedPosts;
      expect([completeLinkedPosts, await told()]).toEqual([true, true]);
      expect((await patch(id, { title: 'Renamed' })).completeLinkedPosts).toBe(true);
      const dryRun = await program.test.patch(`/changelogs/${id}`, { completeLinkedPosts: false });
      expect([dryRun.status, dryRun.body.data.completeLinkedPosts]).toEqual([200, false]);
      expect(await told()).toBe(true);
      expect((await patch(id, { completeLinkedPosts: false })).completeLinkedPosts).toBe(false);
      expect(await told()).toBe(false);
      await patch(id, { state: 'published' });
      const { statusId } = (await program.live.get(`/posts/${linked.id}`)).body.data;
      expect(statusId).toBe(statuses[0]?.id);
    });

    it('also applies on create, and only if requested', async () => {
      const [asked, notAsked] = [await post(), await post()];
      await create({ state: 'published', linkedPostIds: [asked.id], completeLinkedPosts: true });
      await create({ state: 'published', linkedPostIds: [notAsked.id] });
      const statusOf = async (id: string) => (await program.live.get(`/posts/${id}`)).body.data.statusId;
      const complete = statuses.find(({ name }) => name === 'Complete')?.id;
      expect([await statusOf(asked.id), await statusOf(notAsked.id)]).toEqual([complete, statuses[0]?.id]);
    });

    it('skips posts whose status does not allow the transition, and moves the others', async () => {
      const { store } = program.engines;
      const [closed, complete] = ['Closed', 'Complete'].map((name) =>
        statuses.find((status) => status.name === name),
      );
      await store.transaction(async (write) => {
        const status = await write.statuses.find(program.workspaceId, closed?.id ?? '');
        if (status !== undefined)
          await write.statuses.update(program.workspaceId, { ...status, nextStatusIds: [] });
      });
      const [stuck, free] = [await post({ statusId: closed?.id }), await post()];
      const { id } = await create({ linkedPostIds: [stuck.id, free.id], completeLinkedPosts: true });
      expect(await patch(id, { state: 'published' })).toMatchObject({ state: 'published' });
      const { posts } = (await program.live.get(`/changelogs/${id}?include=posts`)).body.data;
      expect(posts.map((one: { statusId: string }) => one.statusId)).toEqual([closed?.id, complete?.id]);
    });
  });

  describe('400', () => {
    it.each<[string, object, object, string]>([
      ['a schedule without a time', {}, { state: 'scheduled' }, 'publishedAt'],
      ['a schedule in the past', {}, { state: 'scheduled', publishedAt: past }, 'publishedAt'],
      [
        'clearing the time of a scheduled entry',
        { state: 'scheduled', publishedAt: future },
        { publishedAt: null },
        'publishedAt',
      ],
      [
        'moving a schedule into the past',
        { state: 'scheduled', publishedAt: future },
        { publishedAt: past },
        'publishedAt',
      ],
      ['a future publish time', { state: 'published' }, { publishedAt: future }, 'publishedAt'],
      [
        'clearing the time of a published entry',
        { state: 'published' },
        { publishedAt: null },
        'publishedAt',
      ],
      ['a time on a draft', {}, { publishedAt: future }, 'publishedAt'],
      ['an empty title', {}, { title: '' }, 'title'],
      ['null for a title', {}, { title: null }, 'title'],
      ['an unknown post', {}, { linkedPostIds: ['post_x'] }, 'linkedPostIds'],
      ['an unknown attachment', {}, { removeAttachmentIds: ['att_x'] }, 'removeAttachmentIds'],
      ['an invalid slug', {}, { slug: '-a-' }, 'slug'],
      ['an empty label', {}, { labels: [''] }, 'labels'],
    ])('rejects %s, under both keys, and changes nothing', async (_name, made, body, field) => {
      const { id } = await create(made);
      const rows = program.dump();
      for (const caller of [program.live, program.test]) {
        const answer = await caller.patch(`/changelogs/${id}`, body);
        expect([answer.status, answer.body.error.details?.[0]?.field]).toEqual([400, field]);
      }
      expect(program.dump()).toBe(rows);
    });

    it('rejects removing an attachment of a post', async () => {
      const { id } = await create();
      const other = await program.live.call('POST', '/posts', { form: withPictures(1, { title: 'P' }) });
      const [attachment] = other.body.data.attachments;
      const answer = await program.live.patch(`/changelogs/${id}`, { removeAttachmentIds: [attachment.id] });
      expect(answer.status).toBe(400);
    });

    it('rejects a malformed id in the path', async () => {
      expect((await program.live.patch('/changelogs/a%20b', { title: 'A' })).status).toBe(400);
      expect((await program.live.delete(`/changelogs/${'x'.repeat(65)}`)).status).toBe(400);
    });
  });

  it('404 for an unknown id, and for one of another workspace', async () => {
    const { id } = await create();
    const rows = program.dump();
    const answers = [
      await program.live.patch(`/changelogs/${unknown}`, { title: 'A' }),
      await program.test.patch(`/changelogs/${unknown}`, { title: 'A' }),
      await program.stranger.patch(`/changelogs/${id}`, { title: 'A' }),
    ];
    for (const { status, body } of answers)
      expect([status, body.error.message]).toEqual([404, 'Changelog not found.']);
    expect(program.dump()).toBe(rows);
  });

  it('409 for the slug of another changelog', async () => {
    await create({ slug: 'occupied' });
    const { id } = await create();
    for (const caller of [program.live, program.test]) {
      expect((await caller.patch(`/changelogs/${id}`, { slug: 'occupied' })).status).toBe(409);
    }
  });

  it('412 for an outdated version; only one of two concurrent edits succeeds', async () => {
    const { id } = await create();
    const { etag = '' } = (await program.live.get(`/changelogs/${id}`)).headers;
    expect(etag).toMatch(/^"v1\./);
    const edit = (title: string, tag: string) =>
      program.live.call('PATCH', `/changelogs/${id}`, { body: { title }, headers: { 'if-match': tag } });
    const both = await Promise.all([edit('One', etag), edit('Two', etag)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const won = both.find(({ status }) => status === 200);
    expect(won?.headers.etag).toBe('"v2"');
    expect((await edit('Three', '"v2"')).status).toBe(200);
  });

  it('413 for too many files', async () => {
    const { id } = await create();
    await program.live.call('PATCH', `/changelogs/${id}`, { form: withPictures(2) });
    const files = await program.files();
    const answer = await program.live.call('PATCH', `/changelogs/${id}`, { form: withPictures(1) });
    expect(answer.status).toBe(413);
    expect(await program.files()).toEqual(files);
  });

  it('415 for another content type', async () => {
    const { id } = await create();
    const raw = { raw: 'a=b', headers: { 'content-type': 'text/plain' } };
    expect((await program.live.call('PATCH', `/changelogs/${id}`, raw)).status).toBe(415);
  });
});

describe('DELETE /changelogs/{id}', () => {
  it('200: deletes it with its files and links, keeps the posts, and records a deletion', async () => {
    const linked = await post();
    const before = await program.files();
    const made = await program.live.call('POST', '/changelogs', {
      form: withPictures(2, { title: 'Going', 'labels[]': 'x', linkedPostIds: linked.id }),
    });
    const { id } = made.body.data;
    const dryRun = [program.dump(), await program.files()];
    expect((await program.test.delete(`/changelogs/${id}`)).body).toEqual({
      data: { id, deleted: true },
      test: true,
    });
    expect([program.dump(), await program.files()]).toEqual(dryRun);

    expect((await program.live.delete(`/changelogs/${id}`)).body).toEqual({ data: { id, deleted: true } });
    expect((await program.live.get(`/changelogs/${id}`)).status).toBe(404);
    expect((await program.live.get(`/posts/${linked.id}`)).status).toBe(200);
    expect(await program.files()).toEqual(before);
    const slice = { take: 100, skip: 0, after: undefined };
    const { body } = await program.test.get('/deletions?filters=kind:changelog;since:2026-01-31');
    expect(body.data.deletions).toContainEqual({ id, kind: 'changelog', deletedAt: now });
    const [entry] = await program.engines.store.read.ledger.audit(program.workspaceId, {
      objectIds: [id],
      slice,
    });
    expect(entry).toMatchObject({ type: 'changelog.deleted', actor: { type: 'key' } });
    expect((await program.live.delete(`/changelogs/${id}`)).status).toBe(404);
  });

  it('404 for one of another workspace, which is kept', async () => {
    const { id } = await create();
    expect((await program.stranger.delete(`/changelogs/${id}`)).status).toBe(404);
    expect((await program.test.delete(`/changelogs/${unknown}`)).status).toBe(404);
    expect((await program.live.get(`/changelogs/${id}`)).status).toBe(200);
  });

  it('412 for an outdated version', async () => {
    const { id } = await create();
    await patch(id, { title: 'Edited' });
    const options = { headers: { 'if-match': '"v1"' } };
    expect((await program.live.call('DELETE', `/changelogs/${id}`, options)).status).toBe(412);
  });

  it('removes a deleted post from the linked posts', async () => {
    const [gone, stays] = [await post(), await post()];
    const { id } = await create({ linkedPostIds: [gone.id, stays.id] });
    expect((await program.live.delete(`/posts/${gone.id}`)).status).toBe(200);
    const { body } = await program.live.get(`/changelogs/${id}?include=posts`);
    expect(body.data.linkedPostIds).toEqual([stays.id]);
    expect(body.data.posts).toHaveLength(1);
  });
});
