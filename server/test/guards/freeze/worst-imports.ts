// Files that are expensive to import, for every source: each field, cell and line as long, wide, deep or numerous as
// possible. Made from the samples of each service, so that a field or file that is added there is covered too.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { csvFields } from '../../../src/app/porting/vendors/csv-columns.ts';
import { jsonItems } from '../../../src/app/porting/vendors/json-items.ts';
import type { ImportSource } from '../../../src/domain/porting/import.ts';
import { formatName, formatVersion, manifestName } from '../../../src/domain/porting/manifest.ts';
import { partName, resourceNames, resources } from '../../../src/domain/porting/records.ts';
import { zipInto } from '../../../src/engines/archive/zip.ts';
import { placed } from './worst-bodies.ts';

type Files = Record<string, string | Buffer>;

export interface WorstImport {
  source: ImportSource;
  label: string;
  files(): Promise<Files> | Files;
}

const samples = new URL('../../porting/fixtures/', import.meta.url);
/** The samples of each source that has files of its own. */
const folders: [ImportSource, string][] = [
  ['canny', 'canny'],
  // Its table is read like any other, so only its backup is here.
  ['fider', 'fider-backup'],
  ['featurebase', 'featurebase'],
  ['quackback', 'quackback'],
  ['productboard', 'productboard'],
];
/** The names that a list has in an answer of a service. */
const lists = ['posts', 'comments', 'votes', 'users', 'statusChanges', 'entries', 'items', 'data'];

const csvHeader = Object.values(csvFields)
  .map(([usual]) => usual)
  .join(',');

/** Characters of a cell: as many as a row may have. */
const longest = 1_900_000;
const wide = Array.from({ length: 37_000 }, (_, index) => index.toString(36));
const objects = Array.from({ length: 14_000 }, (_, index) => ({ [`f${index}`]: 1, name: `${index}` }));
/** In place of a value that is too deep to be written in the usual way. */
const deep = 'as deep as possible';
const levels = 20_000;
const textOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll(`"${deep}"`, '['.repeat(levels) + ']'.repeat(levels));

interface Worst {
  label: string;
  value: unknown;
  /** Only instead of a list: any other field refuses it without a look. */
  isList: boolean;
}

/** What a field may be instead of what it should. */
const values: Worst[] = [
  { label: 'every list as long as possible', value: wide, isList: true },
  { label: 'every list one of objects', value: objects, isList: true },
  { label: 'every field as deep as possible', value: deep, isList: false },
  { label: 'every field a long text', value: wide.join(', '), isList: false },
];

const many = (piece: string, count: number): Buffer => Buffer.alloc(piece.length * count, piece);
/** More than a row or an object may have. */
const spaces = many(' ', 3_000_000);

const shortLines = many('a\n', 5_000);
const emptyObjects = Buffer.concat([many('{},', 15_000), Buffer.from('{}')]);

/** What never becomes an object: `json-items.ts` reads it, whatever the source is. */
const jsonTexts: Record<string, string | Buffer> = {
  spaces: Buffer.concat([Buffer.from('['), spaces, Buffer.from(']')]),
  'a text that never ends': Buffer.concat([Buffer.from('[{"a":"'), many('\\\\', 3_000_000)]),
};

const rowsUnder = (header: string, ...texts: (string | Buffer)[]) =>
  Buffer.concat([Buffer.from(`${header}\n`), ...texts.map((text) => Buffer.from(text))]);

/** What `csv-rows.ts` reads, whatever the source is; and only one has lists of voters. */
const tables = (header: string): Record<string, string | Buffer> => ({
  'empty lines, CR only': many('\r', 1_000_000),
  'lines, CR only': Buffer.concat([Buffer.from(`${header}\r`), many('a\r', 5_000)]),
  'empty lines': rowsUnder(header, many('\n', 1_000_000)),
  spaces,
  'a quote that never ends': rowsUnder(header, '"', many('a,', 3_000_000)),
  'every cell very many empty lines': cells(header, '\n'),
  'every cell a long list of voters': cells(header, 'a@b.c;'),
  'very many columns': Buffer.concat([many('a,', 999), Buffer.from('a\n'), many(',\n', 2_000)]),
});

/** Every path to a value of an object: within lists, of their first entry. */
function* pathsOf(
  value: unknown,
  isList: boolean,
  path: readonly string[] = [],
): Generator<readonly string[]> {
  if (path.length > 0 && (!isList || Array.isArray(value))) yield path;
  if (Array.isArray(value)) yield* value.length === 0 ? [] : pathsOf(value[0], isList, [...path, '[]']);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) yield* pathsOf(each, isList, [...path, name]);
}

function* ofFolder(source: ImportSource, folder: string): Generator<WorstImport> {
  const place = new URL(`${folder}/`, samples);
  const names = readdirSync(place).filter((name) => /\.(json|csv)$/.test(name));
  const usual = (): Files =>
    Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, place))]));
  const sampleOf = async (name: string): Promise<object> => {
    const files = { names, open: () => Readable.from([readFileSync(new URL(name, place))]) };
    for await (const { item } of jsonItems(files, name, lists)) return item;
    throw new Error(`${name} has no object.`);
  };
  const tableNames = names.filter((name) => name.endsWith('.csv'));
  const headerOf = (name: string): string =>
    (readFileSync(new URL(name, place), 'utf8').split('\n')[0] ?? '').replace(/^\ufeff/, '');
  if (tableNames.length < names.length) {
    const jsonNames = names.filter((name) => name.endsWith('.json'));
    for (const { label, value, isList } of values)
      yield {
        source,
        label,
        async files() {
          const files = usual();
          for (const name of jsonNames) {
            const sample = await sampleOf(name);
            files[name] = textOf([...pathsOf(sample, isList)].map((path) => placed(sample, path, value)));
          }
          return files;
        },
      };
    yield {
      source,
      label: 'very many empty objects',
      files: () => Object.fromEntries(jsonNames.map((name) => [name, emptyObjects])),
    };
  }
  if (tableNames.length > 0)
    yield* ofTables(source, Object.fromEntries(tableNames.map((name) => [name, headerOf(name)])));
}

/** `headers` are the names of the columns of each file. */
function* ofTables(source: ImportSource, headers: Record<string, string>): Generator<WorstImport> {
  const filesBy = (make: (header: string) => string | Buffer): Files =>
    Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, make(header)]));
  yield {
    source,
    label: 'every cell a long list of tags',
    files: () => filesBy((header) => cells(header, 'a,')),
  };
  yield { source, label: 'short lines', files: () => filesBy((header) => rowsUnder(header, shortLines)) };
}

/** A row for each column, with a list of these pieces in it. Those of lists are as long as possible. */
function cells(header: string, piece: string): string {
  const columns = header.split(',');
  const cellOf = (column: string) =>
    `"${piece.repeat((/tags|voters/.test(column) ? longest : longest / 20) / piece.length)}"`;
  const rows = columns.map((column, at) =>
    columns.map((_, index) => (index === at ? cellOf(column) : `${at}`)).join(','),
  );
  return [header, ...rows].join('\n');
}

/** What doesn't depend on the source: the readers of JSON and of tables, each with one source. */
function* ofReaders(): Generator<WorstImport> {
  for (const [label, text] of Object.entries(jsonTexts))
    yield { source: 'canny', label, files: () => ({ 'posts.json': text }) };
  for (const [label, table] of Object.entries(tables(csvHeader)))
    yield { source: 'csv', label, files: () => ({ 'posts.csv': table }) };
}

/** An archive of our own, with these lines in each part. */
async function archiveOf(linesOf: (resource: (typeof resourceNames)[number]) => string): Promise<Files> {
  let zip: Promise<Buffer> | undefined;
  const archive = zipInto(async (bytes) => {
    zip = buffer(bytes);
    await zip;
  });
  const parts = [];
  for (const resource of resourceNames) {
    const bytes = Buffer.from(linesOf(resource));
    const name = partName(resource);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    parts.push({
      name,
      records: bytes.toString('latin1').split('\n').length - 1,
      bytes: bytes.length,
      sha256,
    });
    await archive.add(name, Readable.from([bytes]));
  }
  const workspace = { id: '', slug: '', name: '', userId: '' };
  const files = { count: 0, bytes: 0 };
  const head = {
    format: formatName,
    formatVersion,
    program: 'guard',
    schema: null,
    createdAt: '2026-01-01T00:00:00Z',
  };
  await archive.add(
    manifestName,
    Readable.from([Buffer.from(JSON.stringify({ ...head, workspace, parts, files }))]),
  );
  await archive.finish();
  return { 'archive.zip': (await zip) ?? Buffer.alloc(0) };
}

function takesLists(field: { read(json: unknown, name: string): unknown }): boolean {
  try {
    return Array.isArray(field.read([], ''));
  } catch {
    return false;
  }
}

function* ofOwnFormat(): Generator<WorstImport> {
  const source = 'earshot';
  for (const { label, value, isList } of values)
    yield {
      source,
      label,
      files: () =>
        archiveOf((resource) =>
          Object.entries(resources[resource])
            .filter(([, field]) => !isList || takesLists(field))
            .map(([name]) => name)
            .map((name) => `${textOf({ id: name, title: 'A', name: 'A', [name]: value })}\n`)
            .join(''),
        ),
    };
  const lines: Record<string, (index: number) => string> = {
    'very many empty objects': () => '{}',
    'very many empty lines': () => '',
  };
  for (const [label, line] of Object.entries(lines))
    yield {
      source,
      label,
      files: () =>
        archiveOf(() => `${Array.from({ length: 5_000 }, (_, index) => line(index)).join('\n')}\n`),
    };
  yield {
    source,
    label: 'long lists of different references',
    files: () =>
      archiveOf((resource) =>
        resource === 'changelogs' || resource === 'posts'
          ? Array.from({ length: 300 }, (_, index) => {
              const ids = Array.from({ length: 1_000 }, (_, at) => (index * 1_000 + at).toString(36));
              return `${JSON.stringify({ id: `${index}`, title: 'A', linkedPostIds: ids, tagIds: ids })}\n`;
            }).join('')
          : '',
      ),
  };
}

/** A zip file of very many files, which are of another service. */
const ofManyFiles = (source: ImportSource, nameOf: (index: number) => string): WorstImport => ({
  source,
  label: 'very many files in a zip file',
  async files() {
    const zip = new yazl.ZipFile();
    zip.addBuffer(Buffer.from('[]'), 'posts.json');
    for (let index = 0; index < 10_000; index += 1)
      zip.addBuffer(Buffer.alloc(0), nameOf(index), { compress: false });
    zip.end();
    return { 'files.zip': await buffer(zip.outputStream) };
  },
});

export function* worstImports(): Generator<WorstImport> {
  yield* ofOwnFormat();
  for (const [source, folder] of folders) yield* ofFolder(source, folder);
  yield ofManyFiles('fider', (index) => `blobs/${index}`);
  yield ofManyFiles('featurebase', (index) => `voters-${index}.json`);
  yield* ofTables('csv', { 'posts.csv': csvHeader });
  yield* ofReaders();
}
