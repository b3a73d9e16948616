// Tables as services and spreadsheets write them: columns, rows, encodings, and what is shown beforehand.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesAt, readMapping } from '../../src/commands/porting/import-files.ts';
import { previewed } from '../../src/compose/imports.ts';
import type { Import, ImportSource } from '../../src/domain/porting/import.ts';
import type { TestProgram } from '../support/program.ts';
import { createdBy, lines, vendorFixture } from './vendors.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

describe('imports of tables', () => {
  const { run, write, started } = vendorFixture();
  let program: TestProgram;
  let directory: string;
  beforeAll(() => {
    ({ program, directory } = started());
  });

  it('name the voters in a CSV file that are not email addresses', async () => {
    const workspace = await newWorkspace(program);
    const rows = ['title,voters', 'First,"ada@example.com; Bob; Eve ""E"""', 'Second,ada@example.com'];
    await writeFile(join(directory, 'voters.csv'), rows.join('\n'));
    const imported = await run(workspace, 'csv', 'voters.csv');
    expect(lines(imported)).toEqual([
      'voters.csv:2 The voter "Bob" is not an email address.',
      'voters.csv:2 The voter "Eve "E"" is not an email address.',
    ]);
    expect(imported.report.counts.votes).toEqual({ created: 2, found: 0, failed: 2 });
    expect(createdBy(imported)).toMatchObject({ posts: 2, users: 1 });
  });

  const table = async (rows: readonly string[]): Promise<[TestWorkspace, Import]> => {
    const workspace = await newWorkspace(program);
    await writeFile(join(directory, 'table.csv'), rows.join('\n'));
    return [workspace, await run(workspace, 'csv', 'table.csv')];
  };
  const fewCells = 'The row has 1 cell and the table 3 columns. Missing: "description", "status".';

  it.each([
    ['too few cells', ['t,x,open', 'Columns', 'u,y,open'], `3 ${fewCells}`],
    [
      'too many cells',
      ['t,x,open', 'One, two,y,open', 'u,z,open,,'],
      '3 The row has 4 cells and the table 3 columns. Is a cell with a separator not quoted?',
    ],
    [
      'a quotation mark that is closed rows later',
      ['t,x,open', '"v,y,open', 'w,"z",open', 'u,z,open'],
      '4 A quotation mark on line 3 is not closed.',
    ],
    [
      'a quotation mark that hides cells',
      ['t,x,open', '"v,y,open', 'w"', 'u,z,open'],
      `4 ${fewCells} A quotation mark on line 3 may not be closed.`,
    ],
    ['an empty title', ['t,x,open', ' ,y,open', 'u,"""Quoted"" and', ' long",open'], '3 The title is empty.'],
  ])('refuse a row with %s, by its line, and keep the others', async (_, rows, error) => {
    const [workspace, imported] = await table(['title,description,status', ...rows]);
    expect(lines(imported)).toEqual([`table.csv:${error}`]);
    const { posts } = (await workspace.client.get('/posts')).body.data;
    expect(posts.map(({ title }: { title: string }) => title).sort()).toEqual(['t', 'u']);
    expect(imported.report.counts.statuses).toEqual({ created: 0, found: 1, failed: 0 });
  });

  it('find columns by their usual names, and name those that are not used', async () => {
    const [workspace, imported] = await table([
      'Title,E-Mail,Name,Post_Type,Vote Count,Voters,Created,Priority,Owner',
      'Dark mode,ada@example.com,Ada,Idea,"1,204",bob@example.com;eve@example.com,2024-01-02,high,Eve',
      'Export,not an address,Eve,Idea,many,,2024-01-02,low,Eve',
      'Import,,,Idea,1,,soon,low,Eve',
    ]);
    expect(lines(imported)).toEqual([
      `table.csv:3 The author's email "not an address" is not an email address.`,
      'table.csv:4 "Created" must be an ISO 8601 time between 1970 and 2200.',
    ]);
    const votes = '"Vote Count" must be an integer of at least 0. It was left out.';
    expect(imported.report.warnings).toEqual([
      { part: 'table.csv', line: 1, message: 'Columns that are not used: "Priority", "Owner".' },
      { part: 'table.csv', line: 3, message: votes },
    ]);
    const { posts } = (await workspace.client.get('/posts?include=details')).body.data;
    const named = (wanted: string) => posts.find(({ title }: { title: string }) => title === wanted);
    expect(named('Dark mode')).toMatchObject({
      author: { name: 'Ada', email: 'ada@example.com' },
      // Two of the votes are those of the voters.
      importedVotes: 1202,
      votesCount: 1204,
    });
    expect(named('Export').author.name).toBe('Eve');
  });

  it('leave out a field whose column is empty in the mapping, and take each column once', async () => {
    const path = join(directory, 'table.csv');
    await writeFile(path, 'name,votes,title\nAda,3,Dark mode\n');
    const fields = async (columns: Record<string, string>) => {
      const mapping = { columns: new Map(Object.entries(columns)), statuses: new Map() };
      return (await previewed('csv', await filesAt(path), mapping, new Set()))?.fields;
    };
    expect(await fields({})).toEqual(['authorName', 'importedVotes', 'title']);
    expect(await fields({ importedVotes: '' })).toEqual(['authorName', null, 'title']);
    expect(await fields({ title: 'NAME' })).toEqual(['title', 'importedVotes', null]);
  });

  it('read any CSV file by its columns, in the encoding of an old spreadsheet', async () => {
    const workspace = await newWorkspace(program);
    const maps = ['title=Subject', 'description=Details', 'status=State', 'status:Doing=in-progress'];
    const before = program.dump();
    const rehearsed = await run(workspace, 'csv', 'csv/latin.csv', maps, true);
    expect(program.dump()).toBe(before);
    const imported = await run(workspace, 'csv', 'csv/latin.csv', maps);
    expect(createdBy(imported)).toMatchObject({ posts: 1, users: 2, votes: 2 });
    expect(createdBy(rehearsed)).toEqual(createdBy(imported));
    expect(lines(imported)).toEqual(['latin.csv:4 The title is empty.']);
    const [post] = (await workspace.client.get('/posts?include=details;voters')).body.data.posts;
    // People with an email address are known by it, so that the customer's own IDs can be added later.
    const [{ email }] = post.voters;
    const own = { user: { externalId: 'own', email } };
    const voted = await workspace.client.post(`/posts/${post.id}/votes`, own);
    expect([voted.status, voted.body.data.votesCount ?? 2]).toEqual([200, 2]);
    expect(post).toMatchObject({
      title: 'Größe ändern',
      createdAt: '2021-01-02T03:04:05.000Z',
      votesCount: 2,
    });
  });

  it('merge a chain of posts into the last one, in any order, and refuse a circle', async () => {
    const workspace = await newWorkspace(program);
    const rows = ['a,b', 'b,c', 'c,', 'z,y', 'x,', 'y,x', 'k,l', 'l,k'];
    const table = rows.map((row) => `${row.split(',')[0]},${row},${row.charAt(0)}@example.com`);
    const path = await write('chains', { 'a.csv': `title,id,merged into,voters\n${table.join('\n')}` });
    const imported = await run(workspace, 'csv', path);
    expect(lines(imported)).toEqual([
      'a.csv:9 "mergeIntoId": must name another post, and not one that is merged into this one.',
    ]);
    const { client } = workspace;
    const at = async (id: string) => (await client.get(`/posts/by-external-id/${id}`)).body.data;
    for (const [into, sources] of [
      ['c', ['a', 'b']],
      ['x', ['y', 'z']],
    ] as const) {
      const { id, votesCount } = await at(into);
      expect(votesCount).toBe(3);
      for (const source of sources) {
        const post = await at(source);
        expect(post).toMatchObject({ mergedIntoId: id, votesCount: 0 });
        expect((await client.post(`/posts/${post.id}/unmerge`)).status).toBe(200);
        expect(await at(source)).toMatchObject({ mergedIntoId: null, votesCount: 1 });
      }
      expect((await at(into)).votesCount).toBe(1);
    }
  });

  it('keep statuses and boards apart that have the same Latin letters, or none', async () => {
    const workspace = await newWorkspace(program);
    const rows = [
      '1,进行中,反馈',
      '2,已完成,建议',
      '3,API 完成,API 反馈',
      '4,API 计划,API 建议',
      '5,已完成,反馈',
    ];
    const path = await write('chinese', {
      'a.csv': `id,status,board,title\n${rows.map((row) => `${row},x`).join('\n')}`,
    });
    for (const created of [4, 0]) {
      const imported = await run(workspace, 'csv', path);
      expect(createdBy(imported)).toMatchObject({ statuses: created, postTypes: created });
    }
    const { statuses } = (await workspace.client.get('/statuses')).body.data;
    const counts = statuses.map(({ name, postsCount }: { name: string; postsCount: number }) => [
      name,
      postsCount,
    ]);
    expect(counts.slice(-4)).toEqual([
      ['进行中', 1],
      ['已完成', 2],
      ['API 完成', 1],
      ['API 计划', 1],
    ]);
  });

  it.each([
    ['quotes within cells', Buffer.from('title,description\nA "good" idea,x\n"Zwei" Größen,y\n')],
    [
      'a line that names the delimiter',
      Buffer.from('sep=|\ntitle|description\nA "good" idea|x\n"Zwei" Größen|y\n'),
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('title;description\r\nA "good" idea;x\r\n"Zwei" Größen;y\r\n', 'utf16le'),
    ],
  ])('read a CSV file with %s', async (what, content) => {
    const workspace = await newWorkspace(program);
    const imported = await run(workspace, 'csv', await write(what, { 'a.csv': content }));
    expect(lines(imported)).toEqual([]);
    const { posts } = (await workspace.client.get('/posts')).body.data;
    expect(posts.map(({ title }: { title: string }) => title).sort()).toEqual([
      '"Zwei" Größen',
      'A "good" idea',
    ]);
  });

  const show = async (source: ImportSource, path: string, maps: string[] = [], slugs: string[] = []) =>
    previewed(source, await filesAt(join(directory, path)), readMapping(maps), new Set(slugs));

  it('show the columns, the first rows and the statuses beforehand', async () => {
    const maps = ['title=Subject', 'status=State', 'status:Doing=in-progress'];
    expect(await show('csv', 'csv/latin.csv', maps, ['in-progress'])).toEqual({
      columns: ['Subject', 'Details', 'State', 'Email', 'Created', 'Voters'],
      fields: ['title', 'description', 'status', 'authorEmail', 'createdAt', 'voters'],
      rows: expect.arrayContaining([expect.arrayContaining(['Größe ändern'])]),
      // As if it were not mapped.
      statuses: [{ name: 'Doing', slug: null }],
    });
    // The usual match counts only while there is such a status.
    const fider = async (slugs: string[]) =>
      (await show('fider', 'fider/posts.csv', [], slugs))?.statuses.find(({ name }) => name === 'Started')
        ?.slug;
    expect(await fider(['in-progress'])).toBe('in-progress');
    expect(await fider([])).toBeNull();
    const canny = await show('canny', 'canny', [], ['planned']);
    expect(canny?.columns).toBeNull();
    expect(canny?.statuses).toContainEqual({ name: 'In beta', slug: null });
    expect(canny?.statuses).toContainEqual({ name: 'Planned', slug: 'planned' });
    expect(await show('earshot', 'canny')).toBeNull();

    const cells = (id: number) => `${id},"Post ${id} ${'x'.repeat(100_000)}",Status ${id}\n`;
    const large = Array.from({ length: 400 }, (_, index) => cells(index)).join('');
    await writeFile(join(directory, 'large.csv'), `id,title,status\n${large}`);
    const preview = await show('csv', 'large.csv');
    expect(preview?.rows).toHaveLength(5);
    expect(preview?.rows[0]?.[1]).toBe(`Post 0 ${'x'.repeat(193)}`);
    expect(preview?.statuses).toHaveLength(100);
  });
});
