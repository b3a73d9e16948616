// Files of other services that are refused, as a whole or in part: beyond a limit, missing, or mapped wrongly.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../support/documents/zip.ts';
import type { TestProgram } from '../support/program.ts';
import { createdBy, lines, vendorFixture } from './vendors.ts';
import { newWorkspace } from './world.ts';

describe('imports from other services', () => {
  const { run, started } = vendorFixture();
  let program: TestProgram;
  let directory: string;
  beforeAll(() => {
    ({ program, directory } = started());
  });

  it.each([
    ['a header with too many columns', `title${','.repeat(1_000)}\n`, /more than 1000 columns on line 1/],
    ['a row with too many cells', `title\nx${','.repeat(20_000)}`, /more than 1000 columns on line 2/],
    ['a row that is too long', `title\n${'x'.repeat(2_200_000)}\n`, /record exceed.* of 2097152 at line 2/],
    [
      'a cell that does not end',
      `title\n"${'x'.repeat(1_000)}\n`,
      /^"refused.csv" is not valid CSV: A quotation mark on line 2 is not closed\.$/,
    ],
  ])('refuse a table with %s', async (_, table, message) => {
    const path = join(directory, 'refused.csv');
    await writeFile(path, table);
    const workspace = await newWorkspace(program);
    await expect(run(workspace, 'csv', 'refused.csv')).rejects.toThrow(message);
  });

  it('refuse a row with too many tags or voters, and import the others', async () => {
    const people = (count: number) =>
      Array.from({ length: count }, (_, index) => `p${index % 9}@example.com`);
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index % 9}`);
    const rows = [
      `Just enough,"${tags(1_000)},; ;","${people(1_000).join(';')};"`,
      `Too many tags,"${tags(1_001)}",a@example.com`,
      `Too many voters,,"${people(100_001).join(';')}"`,
      'Another,a;b,b@example.com',
    ];
    await writeFile(join(directory, 'lists.csv'), ['title,tags,voters', ...rows].join('\n'));
    const imported = await run(await newWorkspace(program), 'csv', 'lists.csv');
    expect(lines(imported)).toEqual([
      'lists.csv:3 "tags" has more than 1,000 entries.',
      'lists.csv:4 "voters" has more than 100,000 entries.',
    ]);
    expect(createdBy(imported)).toMatchObject({ posts: 2, tags: 11, users: 10, votes: 10 });
  });

  it('refuse an object with too many levels or entries, and import the others', async () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const tags = JSON.stringify(Array.from({ length: 1_001 }, () => ({ name: 'a' })));
    const path = join(directory, 'deep');
    await mkdir(path);
    const titled = (more: string) => `{"id":"${more.length}","title":"A"${more}}`;
    const posts = [
      titled(''),
      titled(`,"board":${deep}`),
      titled(`,"tags":${tags}`),
      `{"id":${deep},"title":"A"}`,
    ];
    await writeFile(join(path, 'posts.json'), `[${posts}]`);
    const imported = await run(await newWorkspace(program), 'canny', 'deep');
    expect(lines(imported)).toEqual([
      'posts.json:2 The object has more than 100 levels.',
      'posts.json:3 "tags" has more than 1,000 entries.',
      'posts.json:4 The object has more than 100 levels.',
    ]);
    expect(createdBy(imported)).toMatchObject({ posts: 1 });
  });

  it.each([
    [255, 'posts.csv', 1],
    [256, 'posts.csv', /a name of more than 255 bytes/],
  ])('take names in zip files of at most 255 bytes: %i', async (length, name, result) => {
    const path = `${'x'.repeat(length - name.length - 1)}/${name}`;
    await writeFile(join(directory, 'names.zip'), await zipOf({ [path]: Buffer.from('title\nDark mode\n') }));
    const done = run(await newWorkspace(program), 'csv', 'names.zip');
    if (typeof result === 'number') expect(createdBy(await done)).toMatchObject({ posts: result });
    else await expect(done).rejects.toThrow(result);
  });

  it.each([
    ['csv', 'csv/latin.csv', ['title=Nothing'], /has no column "nothing"/],
    ['csv', 'csv/latin.csv', ['nonsense'], /"map" must be FIELD=COLUMN/],
    ['csv', 'csv/latin.csv', ['colour=Red'], /"map" supports these fields: id, title/],
    ['canny', 'fider', [], /no posts.json/],
    ['csv', 'canny', [], /no .csv file/],
    ['fider', 'missing.csv', [], /cannot be read: ENOENT/],
  ] as const)('refuse %s from %s with %j in one sentence', async (source, path, maps, message) => {
    const workspace = await newWorkspace(program);
    const before = program.dump();
    const running = async () => run(workspace, source, path, [...maps]);
    await expect(running()).rejects.toThrow(message);
    expect(program.dump()).toBe(before);
  });
});
