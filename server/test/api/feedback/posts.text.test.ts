// GET /posts: the filter text, over titles, descriptions and comments, for each kind of caller.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { list, titlesOf, walkByAfter, walkByCursor } from './listing.ts';

let program: TestProgram;
let owner: Browser;
beforeAll(async () => {
  program = await startProgram();
  owner = await ownerOf(program);
});
afterAll(() => program.close());

const createPost = async (title: string, more: object = {}): Promise<string> =>
  (await program.live.post('/posts', { title, ...more })).body.data.id;
const say = async (postId: string, content: string, more: object = {}): Promise<string> =>
  (await program.live.post(`/posts/${postId}/comments`, { content, ...more })).body.data.id;
const found = async (text: string, client = program.live) =>
  titlesOf(await list(client, { filters: `text:${text}` }));
const foundByMember = async (text: string): Promise<string[]> => {
  const { posts } = await owner.data('GET', `/v1/posts?filters=text:${encodeURIComponent(text)}`);
  return posts.map(({ title }: { title: string }) => title);
};

describe('GET /posts, text', () => {
  it('finds a post by its title, its description, and a comment', async () => {
    const id = await createPost('Calendar', {
      description: 'Sync with **Outlook**\n\n- [Thunderbird](https://example.com)',
    });
    await say(id, 'Größe der Schrift');
    for (const text of ['cal', 'outlook', 'sync thunder', 'calendar outl', 'GROSSE schr', 'grosse'])
      expect(await found(text), text).toEqual(['Calendar']);
    for (const text of ['alendar', 'outlook schrift', 'https', 'bold', 'strong'])
      expect(await found(text), text).toEqual([]);
  });

  it('leaves titles alone to search', async () => {
    await createPost('Kiwi', { description: 'Banana' });
    expect(titlesOf(await list(program.live, { filters: 'search:banana' }))).toEqual([]);
    expect(titlesOf(await list(program.live, { filters: 'search:kiwi;text:banana' }))).toEqual(['Kiwi']);
    expect(titlesOf(await list(program.live, { filters: 'search:banana;text:kiwi' }))).toEqual([]);
  });

  it('finds notes for members, and not for keys', async () => {
    const id = await createPost('Invoice');
    const note = await say(id, 'Customer pays sixtythousand', { isPrivate: true });
    expect([await found('sixty'), await foundByMember('sixty')]).toEqual([[], ['Invoice']]);
    await program.live.patch(`/comments/${note}`, { isPrivate: false });
    expect([await found('sixty'), await foundByMember('sixty')]).toEqual([['Invoice'], ['Invoice']]);
    await program.live.patch(`/comments/${note}`, { isPrivate: true });
    expect([await found('sixty'), await foundByMember('sixty')]).toEqual([[], ['Invoice']]);
  });

  it('follows edits, deletions, with and without a stub, and merges', async () => {
    const [source, target] = [await createPost('Source'), await createPost('Target')];
    const comment = await say(source, 'Mango');
    await program.live.patch(`/comments/${comment}`, { content: 'Papaya' });
    expect([await found('mango'), await found('papaya')]).toEqual([[], ['Source']]);
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    expect(await found('papaya')).toEqual(['Target']);
    await program.live.post(`/posts/${source}/unmerge`);
    expect(await found('papaya')).toEqual(['Source']);
    await say(source, 'A reply', { parentId: comment });
    await program.live.delete(`/comments/${comment}`);
    expect(await found('papaya')).toEqual([]);
    await program.live.patch(`/posts/${source}`, { description: 'Lychee' });
    expect(await found('lychee')).toEqual(['Source']);
    await program.live.delete(`/posts/${source}`);
    expect([await found('lychee'), await found('reply')]).toEqual([[], []]);
  });

  it('follows bulk writes', async () => {
    const id = await createPost('Bulk');
    const upsert = (content: string) =>
      program.live.call('PUT', `/posts/${id}/comments`, {
        body: {
          comments: [
            { externalId: 'one', content },
            { externalId: 'two', content: 'Fig' },
          ],
        },
      });
    await upsert('Quince');
    expect(await found('quin')).toEqual(['Bulk']);
    await upsert('Medlar');
    expect([await found('quin'), await found('medlar'), await found('fig')]).toEqual([
      [],
      ['Bulk'],
      ['Bulk'],
    ]);
  });

  it('pages through many matches, with any of several values and other filters', async () => {
    const status = (await program.live.get('/statuses')).body.data.statuses[1].id;
    const expected: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      program.clock.advance(1000);
      const description = index % 2 === 0 ? 'Grapefruit' : 'Tangerine';
      await createPost(`Fruit ${index}`, { description, ...(index < 5 && { statusId: status }) });
      if (index < 5) expected.unshift(`Fruit ${index}`);
    }
    const parameters = { filters: `text:grapef;text:tanger;statusId:${status}`, limit: '2' };
    expect(await walkByCursor(program.live, parameters)).toEqual(expected);
    expect(await walkByAfter(program.live, parameters)).toEqual(expected);
    const counted = await list(program.live, { ...parameters, include: 'total' });
    expect(counted.body.data.total).toBe(5);
  });

  it('finds nothing of another workspace, the same with a test key, and nothing a test key wrote', async () => {
    await createPost('Pomelo');
    await program.test.post('/posts', { title: 'Pomelo of a test' });
    expect(await found('pomelo', program.test)).toEqual(['Pomelo']);
    expect(await found('pomelo')).toEqual(['Pomelo']);
    expect(await found('pomelo', program.stranger)).toEqual([]);
  });

  it('is ignored if it is empty, matches nothing without a word, and finds beginnings of long words', async () => {
    const long = 'y'.repeat(40);
    await createPost('Long', { description: `${long}end` });
    expect(await found(`${long}e`)).toEqual(['Long']);
    expect(await found(`${long}f`)).toEqual([]);
    expect(await found('!?')).toEqual([]);
    expect((await found(' ')).length).toBeGreaterThan(0);
  });

  it('400: for more than 64 words, which are counted apart from those of search', async () => {
    const words = (count: number, from = 0) =>
      Array.from({ length: 5 }, (_, value) =>
        Array.from({ length: count / 5 }, (_each, index) => `w${from}x${value}x${index}`).join(' '),
      );
    const filters = (key: string, count: number) => words(count).map((value) => `${key}:${value}`);
    const many = await list(program.live, { filters: filters('text', 65).join(';') });
    expect([many.status, many.body.error.message]).toEqual([
      400,
      '"filters" has more than 64 words in its "text" values together.',
    ]);
    const both = await list(program.live, {
      filters: [...filters('text', 60), ...filters('search', 60)].join(';'),
    });
    expect(both.status).toBe(200);
  });
});
