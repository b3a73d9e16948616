// The leak matrix. A workspace has one of everything with a mark in each text, next to posts and entries that are
// public. Every value of every row that is not named here as public is then looked for in every public answer: pages,
// formats, feeds, files, redirects, errors and their headers. A new table or column is internal until it is named.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { toIso } from '../../src/domain/kernel/clock.ts';
import { siteLanguages } from '../../src/domain/site/site.ts';
import { makeWorld } from '../guards/matrix/world.ts';
import { png } from '../http/pictures.ts';
import { ownerOf } from '../support/console.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { answer, created, open, publish, statusesOf, visit } from './world.ts';

let program: TestProgram;
/** As visitors got them, by path. */
const answers = new Map<string, string>();

const mark = 'zqxsecret';
const ids = { shown: '', hidden: '', entry: '', picture: '', merged: '' };

type Row = Record<string, unknown>;
type IsPublic = (row: Row) => boolean;

const isShownPost: IsPublic = ({ id }) => id === ids.shown;
const isShownOwner: IsPublic = ({ post_id: post, changelog_id: entry }) =>
  post === ids.shown || entry === ids.entry;
const isUsed: IsPublic = ({ slug }) =>
  ['planned', 'in-progress', 'complete', 'feature-request'].includes(String(slug));

/** What visitors may see: the rows of a table, and their columns. */
const publicColumns: Record<string, [IsPublic, readonly string[]]> = {
  workspaces: [({ slug }) => slug === 'default', ['slug']],
  sites: [() => true, ['settings']],
  posts: [
    (row) => isShownPost(row) || row.id === ids.merged,
    ['id', 'title', 'description', 'description_html', 'created_at', 'public_updated_at'],
  ],
  comments: [
    ({ post_id: post, is_public: isPublic }) => post === ids.shown && String(isPublic) === '1',
    ['id', 'content', 'created_at'],
  ],
  statuses: [isUsed, ['name', 'slug']],
  post_types: [isUsed, ['name', 'slug']],
  changelogs: [({ id }) => id === ids.entry, ['title', 'slug', 'content', 'content_html', 'published_at']],
  // The digest of a file is its tag.
  attachments: [isShownOwner, ['id', 'file_name', 'mime_type', 'sha256', 'created_at']],
  users: [({ name }) => name === 'Ada', ['name']],
};

beforeAll(async () => {
  program = await startProgram({ publicUrl: 'https://acme.test' });
  program.exporting.start();
  program.importing.start();
  const { live, clock } = program;
  clock.advance(1000);
  const world = await makeWorld(live, mark, program.engines.store);
  const owner = await ownerOf(program, `${mark}@owner.test`);
  await owner.data('POST', '/console/api/invites', { email: `${mark}@invited.test`, role: 'admin' });
  clock.advance(1000);
  const statuses = await statusesOf(program);
  const form = new FormData();
  const fields = {
    title: 'Dark mode',
    description: `See ![shot](https://acme.test/files/${'k'.repeat(40)}/shot.png) and [this](https://acme.test/files/${'K'.repeat(40)}/a.png).`,
    statusId: statuses.planned,
    externalId: `${mark} external`,
    sourceUrl: `https://${mark}.test/`,
    authorEmail: `${mark}@customer.test`,
    authorName: `${mark} customer`,
    tags: `${mark} tag`,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('attachments', new Blob([new Uint8Array(png(3, 2))], { type: 'image/png' }), 'shot.png');
  const post = (await live.call('POST', '/posts', { form })).body.data;
  ids.shown = post.id;
  ids.picture = post.attachments[0].id;
  clock.advance(1000);
  await live.patch(`/posts/${ids.shown}`, {
    description: `Own ${post.attachments[0].url} ![shot](${post.attachments[0].url}) ![other](https://acme.test/files/${'k'.repeat(40)}/o.png)`,
  });
  await live.patch(`/posts/${ids.shown}`, { statusId: statuses.complete, statusComment: `${mark} reason` });
  await live.post(`/posts/${ids.shown}/votes`, {
    userEmail: `${mark}@voter.test`,
    userName: `${mark} voter`,
  });
  clock.advance(1000);
  const say = (content: string, isPrivate: boolean) =>
    created(program, `/posts/${ids.shown}/comments`, {
      content,
      isPrivate,
      authorName: `${mark} writer`,
      authorEmail: `${mark}@writer.test`,
    });
  await say(`${mark} early`, false);
  await say(`${mark} note`, true);
  ids.hidden = await created(program, '/posts', { title: `${mark} dark hidden`, statusId: statuses.closed });
  ids.merged = await created(program, '/posts', { title: 'Dark theme' });
  clock.advance(86_400_000);
  await live.patch(`/posts/${ids.shown}`, { visibility: 'public' });
  await publish(program, ids.merged);
  clock.advance(1000);
  await say('Please do.', false);
  await say(`${mark} later note`, true);
  await live.patch(`/posts/${ids.shown}`, { ownerId: world.ids.member[0] });
  await answer(owner, ids.shown, 'We will.');
  clock.advance(1000);
  await live.post(`/posts/${ids.merged}/merge`, { intoId: ids.shown });
  clock.advance(1000);
  const entry = { title: 'Release', slug: 'release', content: 'Dark mode is here.' };
  const linkedPostIds = [ids.shown, ids.hidden, world.ids.post[0]];
  ids.entry = await created(program, '/changelogs', { ...entry, linkedPostIds });
  clock.advance(1000);
  await live.patch(`/changelogs/${ids.entry}`, { state: 'published' });
  clock.advance(1000);
  await live.patch(`/changelogs/${ids.entry}`, { completeLinkedPosts: true });
  await open(program, { name: 'Acme', description: 'Tell us.' });
  await program.idle();
  await program.recording.flush();
});
afterAll(() => program.close());

async function askEverything(): Promise<void> {
  const [post, entry] = [`/posts/${ids.shown}`, '/changelog/release'];
  const pages = ['', post, '/roadmap', '/changelog', entry];
  const formats = pages.flatMap((page) => ['.json', '.md'].map((format) => page + format));
  const feeds = ['/feed', '/changelog/feed'].flatMap((feed) => [`${feed}.xml`, `${feed}.json`]);
  const others = ['/sitemap.xml', '/robots.txt', '/style.css', '/icon.svg', '/logo', '/none'];
  // A search is shown again, so it lacks the last letter.
  const searches = ['dark', mark.slice(0, -1), 'reason', 'writer'].flatMap((q) => [
    `?q=${q}`,
    `/similar.json?q=${q}`,
    `/posts/new?title=${q}`,
    `.json?q=${q}&sort=new`,
  ]);
  const filters = ['?sort=new', '?sort=shipped', '?status=complete', '?status=closed', '?type=bug-report'];
  const gone = [
    `/posts/${ids.hidden}`,
    `/posts/${ids.hidden}.json`,
    `/posts/${ids.merged}`,
    `/posts/${ids.merged}.md`,
    `/changelog/${mark}-changelog`,
    `/files/${ids.picture}/shot.png`,
    `/files/${ids.picture}/other.png`,
  ];
  const languages = pages.flatMap((page) => siteLanguages.map((lang) => `${page}?lang=${lang}`));
  const all = [...pages, ...formats, ...feeds, ...others, ...searches, ...filters, ...gone, ...languages];
  for (const path of all) {
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const { status, headers, text } = await visit(program, `/p/default${path}`, {}, method);
      answers.set(`${method} ${path}`, `${status} ${JSON.stringify(headers)} ${readable(text)}`);
    }
  }
}

/** With what is hidden in cursors and in entities. */
const readable = (text: string): string =>
  [
    text,
    text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
    decodeURIComponent(text.replaceAll('%', '%25')),
    ...[...text.matchAll(/after=([\w-]+)/g)].map(([, cursor]) =>
      Buffer.from(cursor ?? '', 'base64url').toString(),
    ),
  ].join('\n');

/** The texts in a value of a column: of a document, each of its own. */
function textsIn(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object') return Object.values(value).flatMap(textsIn);
  const text = String(value);
  return /^[[{]/.test(text) ? [text, ...textsIn(parsed(text))] : [text];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Times are internal, too: they tell when the team works. */
const formsOf = (column: string, text: string): string[] =>
  /(?:_at|revision)$/.test(column) && /^\d{13}$/.test(text) ? [text, toIso(Number(text))] : [text];

/** Short values and words of our own, such as `published`, occur by chance. */
const isTelling = (text: string): boolean =>
  text.includes(mark) || /^[a-z]+_[0-9a-z]{26}$/.test(text) || /^(?=.*\d)[\w:.+/=-]{13,}$/.test(text);

function valuesOf(isWanted: (table: string, column: string, row: Row) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  for (const [table, rows] of program.database.tables()) {
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (isWanted(table, column, row))
          for (const text of textsIn(value))
            for (const form of formsOf(column, text)) found.set(form, `${table}.${column}`);
  }
  return found;
}

const isPublicValue = (table: string, column: string, row: Row): boolean => {
  const [isShown, columns] = publicColumns[table] ?? [() => false, []];
  return columns.includes(column) && isShown(row);
};

it('finds nothing internal in any public answer', async () => {
  await askEverything();
  const shown = valuesOf(isPublicValue);
  const hidden = [...valuesOf((...where) => !isPublicValue(...where))].filter(
    ([text]) => isTelling(text) && !shown.has(text),
  );
  // Else the matrix would look for nothing.
  expect(new Set(hidden.map(([, place]) => place.split('.')[0])).size).toBeGreaterThan(20);
  expect(hidden.length).toBeGreaterThan(200);
  const leaks = [...answers].flatMap(([path, text]) =>
    hidden.filter(([value]) => text.includes(value)).map(([value, place]) => `${path}: ${place} ${value}`),
  );
  expect(leaks).toEqual([]);
  for (const [path, text] of answers)
    expect([path, text]).toEqual([path, expect.not.stringContaining(`${mark} `)]);
  for (const text of answers.values()) expect(text).not.toMatch(/acme\.test\/files\/|"\/files\//);
  expect(answers.get('GET ')).toContain('Dark mode');
  expect(answers.get(`GET /posts/${ids.shown}`)).toContain('Ada from Acme');
  expect(answers.get(`GET /posts/${ids.shown}`)).toContain(`src="/p/default/files/${ids.picture}/shot.png"`);
  expect(answers.get(`GET /posts/${ids.merged}`)).toMatch(/^302/);
  expect(answers.get(`GET /files/${ids.picture}/shot.png`)).toMatch(/^200/);
});
