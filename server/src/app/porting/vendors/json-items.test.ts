import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { jsonItems } from './json-items.ts';

const itemsOf = async (bytes: Buffer | string, chunkSize = 7): Promise<unknown[]> => {
  const buffer = Buffer.from(bytes);
  const chunks = Array.from({ length: Math.ceil(buffer.length / chunkSize) }, (_, index) =>
    buffer.subarray(index * chunkSize, (index + 1) * chunkSize),
  );
  const files = { names: ['a.json'], open: () => Readable.from(chunks) };
  const items: unknown[] = [];
  for await (const { line, item } of jsonItems(files, 'a.json', ['posts', 'items'])) {
    items.push(item);
    expect(line).toBe(items.length);
  }
  return items;
};

const one = { id: '1', text: 'a "quoted" \\ } ] { [', posts: [{ id: 'inner' }], tags: [{ posts: [1] }] };
const two = { id: '2', text: 'posts' };

describe('the objects of a JSON file', () => {
  it.each([
    ['an answer', JSON.stringify({ hasMore: false, of: { posts: [3] }, posts: [two, two], end: [1] })],
    ['an answer of a later version', JSON.stringify({ cursor: 'x', items: [two, two], hasNextPage: false })],
    ['a list of answers', JSON.stringify([{ posts: [two] }, { posts: [two] }], null, 2)],
    [
      'answers one after another',
      `${JSON.stringify({ posts: [two] })}\n${JSON.stringify({ posts: [two] })}\n`,
    ],
    ['a list of objects', JSON.stringify([two, two])],
    ['one object per line', `${JSON.stringify(two)}\r\n${JSON.stringify(two)}`],
    ['a byte order mark', `\ufeff${JSON.stringify([two, two])}`],
    ['UTF-16', Buffer.from(`\ufeff${JSON.stringify([two, two])}`, 'utf16le')],
  ])('are found in %s', async (_, bytes) => {
    expect(await itemsOf(bytes)).toEqual([two, two]);
    expect(await itemsOf(bytes, 1)).toEqual([two, two]);
  });

  it('are whole, whatever is in them', async () => {
    expect(await itemsOf(JSON.stringify({ posts: [one] }))).toEqual([one]);
    const long = { text: 'x"'.repeat(500_000) };
    expect(await itemsOf(JSON.stringify({ posts: [long] }), 65_536)).toEqual([long]);
    const escaped = { text: '"\\\\'.repeat(20), after: '\\' };
    for (const size of [1, 2, 3, 5])
      expect(await itemsOf(JSON.stringify([escaped, two]), size)).toEqual([escaped, two]);
  });

  it.each(['{"posts": []}', '[]', ' \n'])('may be none: %j', async (text) => {
    expect(await itemsOf(text)).toEqual([]);
  });

  it.each([
    ['<html>', '.'],
    ['[{"id":1}', '.'],
    ['{"posts":[{]}', ': line 1, column 2 of object 1.'],
    ['[{"a": 1},\n{\n"a" 1}]', ': line 2, column 5 of object 2.'],
    ['"text"', '.'],
    ['{"a":"b', '.'],
    [']', '.'],
  ])('are refused if the file is not JSON: %j', async (text, place) => {
    await expect(itemsOf(text)).rejects.toThrow(`"a.json" is not valid JSON${place}`);
  });

  it.each([
    ['one that ends in the same chunk', 4_000_000],
    ['one that ends in a later chunk', 65_536],
  ])('are refused if one is too large to be parsed in one go: %s', async (_, chunkSize) => {
    await expect(itemsOf(`[{"a":"${'x'.repeat(2_200_000)}"}]`, chunkSize)).rejects.toThrow(
      /has an object of more than 2097152 characters/,
    );
  });

  it('are refused if one has so much in it that parsing it would block other work', async () => {
    await expect(itemsOf(`[{"a":[${'[],'.repeat(50_000)}0]}]`)).rejects.toThrow(
      /has an object of more than 75,000 names and values/,
    );
  });
});
