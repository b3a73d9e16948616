// A workspace whose site is public, and what visitors get of it.

import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { compose } from '../../src/compose/program.ts';
import { readConfig } from '../../src/config.ts';
import type { Browser } from '../support/console.ts';
import { idleLoop, type TestProgram } from '../support/program.ts';

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

/** A server on the same engines, which has kept no answers. `environment`: what it has besides. */
export async function anotherNode(
  { engines, clock, environment: own }: Pick<TestProgram, 'engines' | 'clock' | 'environment'>,
  publicUrl: string,
  environment: Record<string, string> = {},
): Promise<FastifyInstance> {
  const { app } = await compose({
    config: readConfig({ ...own, ...environment }),
    engines,
    clock,
    log: pino({ enabled: false }),
    version: '0.0.0-test',
    publicUrl: () => publicUrl,
    pagesDir: 'no-pages',
    loop: idleLoop,
  });
  return app;
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
export async function publish({ live }: Pick<TestProgram, 'live'>, postId: string): Promise<void> {
  const answer = await live.patch(`/posts/${postId}`, { visibility: 'public', publishComments: true });
  if (answer.status !== 200) throw new Error(answer.text);
}

/** A comment of a member, as the team's answer. Returns its ID. */
export async function answer(member: Browser, postId: string, content: string): Promise<string> {
  const { id } = await member.data('POST', `/v1/posts/${postId}/comments`, { content });
  await member.data('PATCH', `/v1/comments/${id}`, { isAnswer: true });
  return id;
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
