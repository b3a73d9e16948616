// Workspaces to export: filled at random through the API, and everything that the API shows of one.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { operatorOf } from '../../src/compose/operator.ts';
import { pdf, png } from '../http/pictures.ts';
import { type CallerClient, callerClient } from '../support/caller.ts';
import type { TestProgram } from '../support/program.ts';

export interface TestWorkspace {
  id: string;
  client: CallerClient;
  program: TestProgram;
}

let made = 0;

/** A new workspace of the program. All have the same name, because their own users are named after it. */
export async function newWorkspace(program: TestProgram): Promise<TestWorkspace> {
  made += 1;
  const operator = operatorOf(program.engines.store, program.clock);
  const { id } = await operator.create(`ported-${made}`, 'A workspace');
  const { secret } = await operator.createKey(id, { mode: 'live', name: 'test' });
  return { id, client: callerClient(program.app, secret), program };
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    '=1+1',
    '深色模式',
    'Größe "x", y',
    'a\r\nb',
    '😀 emoji',
    '**bold** and [link](https://a.example)',
  ),
);

const kinds = [
  ...[
    'post',
    'post',
    'post',
    'postWithFile',
    'vote',
    'vote',
    'vote',
    'comment',
    'comment',
    'reply',
    'reply',
    'note',
  ],
  ...['status', 'move', 'type', 'tag', 'changelog', 'merge', 'merge', 'unmerge', 'erase', 'deleteComment'],
  ...['deletePost', 'edit', 'deleteStatus', 'user', 'unvote', 'backdated'],
] as const;

export const actions = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    text,
    first: fc.nat({ max: 30 }),
    second: fc.nat({ max: 30 }),
  }),
  { minLength: 25, maxLength: 60 },
);

export type Action = typeof actions extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Requests that make no sense in the present state are refused, which is fine. */
export async function fill({ client, program }: TestWorkspace, all: readonly Action[]): Promise<void> {
  const found = async <Item>(path: string, name: string): Promise<Item[]> =>
    (await client.get(`${path}?limit=100`)).body.data[name];
  const posts = (await found<{ id: string }>('/posts', 'posts')).map(({ id }) => id);
  const comments = await found<{ id: string; postId: string }>('/comments', 'comments');
  const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
    items[index % Math.max(1, items.length)];
  const person = (number: number) => personOf(number % 9);
  const personOf = (index: number) =>
    index % 3 === 0
      ? { email: `Person${index}@example.com`, name: `Ünï ${index}` }
      : { externalId: `u-${index}` };
  for (const { kind, text, first, second } of all) {
    program.clock.advance(1 + first * 1000);
    const post = pick(posts, first);
    const other = pick(posts, second);
    const comment = pick(comments, first);
    const statuses = (await client.get('/statuses')).body.data.statuses as { id: string }[];
    const types = (await client.get('/post-types')).body.data.postTypes as { id: string }[];
    const status = pick(statuses, second)?.id;
    const note = async (asked: Promise<{ status: number; body: { data: { id: string } } }>) => {
      const answer = await asked;
      return answer.status === 201 ? answer.body.data.id : undefined;
    };
    const say = async (body: object, postId: string | undefined) => {
      const id = await note(
        client.post(`/posts/${postId}/comments`, { content: text, author: person(second), ...body }),
      );
      if (id !== undefined && postId !== undefined) comments.push({ id, postId });
    };
    const withFile = (fields: Record<string, string>): FormData => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const bytes = first % 2 === 0 ? png(3, second + 1) : pdf();
      form.append('attachments', new Blob([new Uint8Array(bytes)]), 'a file.png');
      return form;
    };
    const act: Record<(typeof kinds)[number], () => Promise<unknown>> = {
      post: async () => {
        const tags = second % 2 === 0 ? [`tag ${second % 5}`, 'déjà vu'] : [];
        const own = first % 4 === 0 ? {} : { author: person(first) };
        const body = {
          title: text,
          description: text,
          tags,
          typeId: pick(types, first)?.id,
          statusId: status,
          importedVotes: first % 3 === 0 ? second : 0,
          ...own,
        };
        const id = await note(
          client.post('/posts', { ...body, ...(second % 3 === 0 && { externalId: `x-${posts.length}` }) }),
        );
        if (id !== undefined) posts.push(id);
      },
      postWithFile: async () => {
        const id = await note(client.call('POST', '/posts', { form: withFile({ title: text }) }));
        if (id !== undefined) posts.push(id);
      },
      backdated: async () => {
        const createdAt = `2020-01-${String(1 + (first % 28)).padStart(2, '0')}T00:00:00.000Z`;
        const id = await note(client.post('/posts', { title: text, createdAt, author: person(first) }));
        if (id !== undefined) posts.push(id);
        await client.post(`/posts/${other}/votes`, { user: person(second), votedAt: createdAt });
      },
      vote: () => client.post(`/posts/${post}/votes`, { user: person(second) }),
      unvote: () => client.delete(`/posts/${post}/votes`, { user: person(second) }),
      comment: () => say({ ...(second % 2 === 0 && { externalId: `c-${comments.length}` }) }, post),
      reply: () => {
        const formatted = { content: `**${first}** times:\n\n- ${text}`, contentFormat: 'markdown' };
        return say({ parentId: comment?.id, ...(first % 2 === 0 && formatted) }, comment?.postId);
      },
      note: async () => {
        await say({ isPrivate: true }, post);
        const form = withFile({ removeAttachmentIds: '[]' });
        if (second % 3 === 0) await client.call('PATCH', `/comments/${comment?.id}`, { form });
      },
      deleteComment: () => client.delete(`/comments/${comment?.id}`),
      status: () =>
        client.post('/statuses', {
          name: text.slice(0, 40),
          category: 'active',
          nextStatusIds: [status],
          notifyFollowers: text.length % 2 === 0,
        }),
      deleteStatus: () => client.delete(`/statuses/${status}?moveTo=${pick(statuses, first)?.id}`),
      move: () => client.patch(`/posts/${post}`, { statusId: status, statusComment: text }),
      type: () => client.post('/post-types', { name: text.slice(0, 40), position: 0 }),
      tag: () => client.post('/tags', { name: text.slice(0, 40), color: '#123456' }),
      edit: () =>
        client.patch(`/posts/${post}`, { title: text, tags: [`tag ${first % 5}`], importedVotes: second }),
      user: () =>
        client.post('/users', { ...person(first), name: text, avatarUrl: 'https://a.example/x.png' }),
      erase: async () => {
        const { users } = (await client.get('/users')).body.data;
        await client.delete(`/users/${(pick(users, first) as { id: string } | undefined)?.id}`);
      },
      changelog: () =>
        client.post('/changelogs', {
          title: text,
          content: text,
          labels: ['New', text.slice(0, 20)],
          linkedPostIds: post === undefined ? [] : [post],
          ...(first % 2 === 0 && { state: 'published' }),
        }),
      merge: () => client.post(`/posts/${post}/merge`, { intoId: other }),
      unmerge: () => client.post(`/posts/${post}/unmerge`),
      deletePost: () => client.delete(`/posts/${post}`),
    };
    await act[kind]();
  }
}

/** Unmerges every post, which shows whose vote was given to which post. */
export async function unmergeAll({ client }: TestWorkspace, threads: unknown): Promise<number> {
  const merged = (threads as { id: string; mergedIntoId: string | null }[]).filter(
    ({ mergedIntoId }) => mergedIntoId !== null,
  );
  for (const { id } of merged) expect((await client.post(`/posts/${id}/unmerge`)).status).toBe(200);
  return merged.length;
}

/** Everything that the API shows of a workspace. File URLs become digests. */
export async function seen(workspace: TestWorkspace): Promise<Record<string, unknown>> {
  const { client, program } = workspace;
  const lists = [
    'posts',
    'comments',
    'votes',
    'users',
    'statuses',
    'tags',
    'changelogs',
    'postTypes',
    'statusChanges',
  ];
  const paths: Record<string, string> = {
    posts: '/posts?include=details;author;tags;attachments;voters',
    notes: '/comments?filters=private:true',
    changelogs: '/changelogs?include=posts;attachments',
    postTypes: '/post-types?',
    statusChanges: '/status-changes?',
  };
  const all: Record<string, unknown> = {};
  const walk = async (name: string, path: string) => {
    const items: unknown[] = [];
    for (let after = ''; ; ) {
      const answer = await client.get(`${path}${path.includes('?') ? '&' : '?'}limit=100${after}`);
      expect(answer.status).toBe(200);
      const { data } = answer.body;
      items.push(...(data[name] as unknown[]));
      if (!data.hasMore) return items;
      after = `&after=${encodeURIComponent(data.next)}`;
    }
  };
  for (const name of lists) all[name] = await walk(name, paths[name] ?? `/${name}`);
  all.notes = await walk('comments', '/comments?filters=private:true');
  all.threads = [];
  for (const { id } of all.posts as { id: string }[])
    (all.threads as unknown[]).push(
      (await client.get(`/posts/${id}?include=comments.replies;attachments;voters`)).body.data,
    );
  const json = JSON.stringify(all);
  const urls = [...new Set(json.match(/http:\/\/earshot\.test\/files\/[^"]+/g))];
  let normalized = json;
  for (const url of urls) {
    const file = await program.app.inject({ method: 'GET', url: url.slice('http://earshot.test'.length) });
    expect(file.statusCode).toBe(200);
    const digest = createHash('sha256').update(file.rawPayload).digest('hex');
    normalized = normalized.replaceAll(url, digest);
  }
  return JSON.parse(normalized);
}
