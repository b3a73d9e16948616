// Pages of GET /posts, and all of them by cursor and by after.

import { expect } from 'vitest';
import type { CallerClient } from '../../support/caller.ts';

export const coreFields = [
  'commentsCount',
  'createdAt',
  'description',
  'descriptionHtml',
  'id',
  'postTypeId',
  'statusId',
  'title',
  'updatedAt',
  'votesCount',
];

interface Listed {
  id: string;
  title: string;
}

export const titlesOf = (answer: { body: { data: { posts: Listed[] } } }) =>
  answer.body.data.posts.map(({ title }) => title);
export const list = (client: CallerClient, parameters: Record<string, string>) =>
  client.get(`/posts?${new URLSearchParams(parameters)}`);

/** Every title, paged by cursor. */
export async function walkByCursor(
  client: CallerClient,
  parameters: Record<string, string>,
): Promise<string[]> {
  const titles: string[] = [];
  for (let cursor = 1; ; ) {
    const answer = await list(client, { ...parameters, cursor: String(cursor) });
    titles.push(...titlesOf(answer));
    const { data } = answer.body;
    if (!data.hasMore) {
      expect(data).toMatchObject({ cursor, next: null });
      return titles;
    }
    expect(data.cursor).toBe(cursor + 1);
    cursor = data.cursor;
  }
}

/** Every title, paged by after. */
export async function walkByAfter(
  client: CallerClient,
  parameters: Record<string, string>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const titles: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const answer = await list(client, { ...parameters, ...(after !== '' && { after }) });
    titles.push(...titlesOf(answer));
    expect(answer.body.data.hasMore).toBe(answer.body.data.next !== null);
    after = answer.body.data.next;
    await between();
  }
  return titles;
}
