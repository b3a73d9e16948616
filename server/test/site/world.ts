// A workspace whose site is public, and what visitors get of it.

import { countsInPublic } from '../../src/domain/feedback/comment.ts';
import type { TestProgram } from '../support/program.ts';

export interface Visited {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Asks like a visitor; the path is complete. */
export async function visit(
  { app }: Pick<TestProgram, 'app'>,
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' = 'GET',
): Promise<Visited> {
  const answer = await app.inject({ method, url: path, headers });
  // These differ in every answer.
  const { date: _date, 'x-request-id': _id, ...others } = answer.headers;
  return { status: answer.statusCode, headers: others as Record<string, string>, text: answer.payload };
}

/** The ID of what a call has created. */
export async function created(
  { live }: Pick<TestProgram, 'live'>,
  path: string,
  body: object,
): Promise<string> {
  const answer = await live.post(path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data.id;
}

/** Makes a post public, with the comments that are not private. */
export async function publish(program: TestProgram, postId: string, answerId?: string): Promise<void> {
  const { engines, workspaceId, clock } = program;
  const { comments: ofPost } = await commentsOf(program, postId);
  await engines.store.transaction(async (write) => {
    const now = clock.now();
    await write.workspaces.raiseRevision(workspaceId, now);
    const post = await write.posts.find(workspaceId, postId);
    if (post === undefined) throw new Error('There is no such post.');
    await write.posts.update(workspaceId, { ...post, visibility: 'public', publicUpdatedAt: now });
    const found = await write.comments.commentsOf(workspaceId, ofPost);
    const shown = [...found.values()]
      .filter(({ isPrivate }) => !isPrivate)
      .map((comment) => ({
        ...comment,
        isPublic: true,
        ...(comment.id === answerId && { isAnswer: true, isFromTeam: true }),
      }));
    await write.comments.updateMany(workspaceId, shown);
    const publicComments = shown.filter(countsInPublic).length;
    await write.posts.addToCounts(workspaceId, postId, { publicComments });
    await write.workspaces.raisePublicRevision(workspaceId, now);
  });
}

async function commentsOf({ live }: TestProgram, postId: string): Promise<{ comments: string[] }> {
  const { comments } = (await live.get(`/comments?filters=postId:${postId}`)).body.data;
  return { comments: comments.map(({ id }: { id: string }) => id) };
}

export async function statusesOf({ live }: Pick<TestProgram, 'live'>): Promise<Record<string, string>> {
  const { statuses } = (await live.get('/statuses')).body.data;
  return Object.fromEntries(statuses.map(({ slug, id }: { slug: string; id: string }) => [slug, id]));
}

/** Switches the site on. */
export async function open({ live }: Pick<TestProgram, 'live'>, settings: object = {}): Promise<void> {
  const answer = await live.patch('/site', { visibility: 'public', ...settings });
  if (answer.status !== 200) throw new Error(answer.text);
}
