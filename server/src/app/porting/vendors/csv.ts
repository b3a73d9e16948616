// Any CSV file of posts.

import { hash } from 'node:crypto';
import { badArchive } from '../../../domain/porting/manifest.ts';
import { type CsvField, csvFieldNames, fieldsOf } from './csv-columns.ts';
import { csvRows } from './csv-rows.ts';
import { partsOf } from './readers.ts';
import {
  countIn,
  isEmail,
  listedIn,
  personRecord,
  statusRecord,
  tagIdsOf,
  tagParts,
  timeOf,
} from './values.ts';
import type { Part, Vendor, VendorMapping } from './vendor.ts';

type Cells = { readonly [Name in CsvField]: string };
/** The names of the columns that the fields are taken from. */
type Columns = ReadonlyMap<CsvField, string>;

const maxVoters = 100_000;
/** Of a cell, in an error. */
const maxQuoted = 100;

const csvFilesOf = (names: readonly string[]): string[] =>
  names.filter((name) => name.toLowerCase().endsWith('.csv'));

interface Habits {
  usualStatuses?: ReadonlyMap<string, string>;
  /** Before IDs that are unique only there, such as numbers. */
  prefix?: string;
  /** The votes of a merged post are part of the number that the target has. */
  isMergedCounted?: boolean;
}

export const csvVendor = (habits: Habits = {}): Vendor & Required<Pick<Vendor, 'fieldsOf'>> => ({
  resources: ['postTypes', 'statuses', 'tags', 'users', 'posts', 'comments', 'votes'],
  tablesOf: csvFilesOf,
  fieldsOf,
  async *read(files, mapping) {
    const names = csvFilesOf(files.names);
    if (names.length === 0) throw badArchive('There is no .csv file to import.');
    for (const name of names) {
      let fields: (CsvField | null)[] | undefined;
      let named: Columns = new Map();
      for await (const { line, columns, cells, flaw } of csvRows(files, name)) {
        if (fields === undefined) {
          fields = fieldsOf(name, columns, mapping);
          named = namesOf(fields, columns);
        }
        const parts = recordsOf(cellsOf(fields, cells, habits), named, mapping, habits);
        for (const part of partsOf('posts', parts, flaw)) yield { ...part, file: name, line };
      }
    }
  },
});

const namesOf = (fields: readonly (CsvField | null)[], columns: readonly string[]): Columns =>
  new Map(fields.flatMap((field, index) => (field === null ? [] : [[field, columns[index] ?? field]])));

const noCells = Object.fromEntries(csvFieldNames.map((field) => [field, ''])) as Cells;

function cellsOf(
  fields: readonly (CsvField | null)[],
  cells: readonly string[],
  { prefix = '' }: Habits,
): Cells {
  const found: Record<CsvField, string> = { ...noCells };
  for (const [index, field] of fields.entries())
    if (field !== null) found[field] = (cells[index] ?? '').trim();
  return {
    ...found,
    id: found.id && `${prefix}${found.id}`,
    mergeInto: found.mergeInto && `${prefix}${found.mergeInto}`,
  };
}

function* recordsOf(
  cells: Cells,
  named: Columns,
  mapping: VendorMapping,
  { usualStatuses, isMergedCounted = false }: Habits,
): Generator<Part> {
  const { title, authorName } = cells;
  const columnOf = (field: CsvField): string => named.get(field) ?? field;
  // Some have the address in the only column for the author.
  const authorEmail = cells.authorEmail === '' && isEmail(authorName) ? authorName : cells.authorEmail;
  const id =
    cells.id === ''
      ? `csv-${hash('sha256', `${title}\n${authorEmail || authorName}`, 'hex').slice(0, 24)}`
      : cells.id;
  if (cells.type !== '')
    yield {
      resource: 'postTypes',
      record: { id: cells.type.toLowerCase(), name: cells.type },
      called: { name: columnOf('type') },
    };
  const status = cells.status === '' ? undefined : statusRecord(cells.status, mapping, usualStatuses);
  if (status !== undefined)
    yield { resource: 'statuses', record: status, called: { name: columnOf('status') } };
  const tags = listedIn(cells.tags, columnOf('tags'));
  for (const part of tagParts(tags)) yield { ...part, called: { name: columnOf('tags') } };
  const author = personRecord(authorName === authorEmail ? '' : authorName, authorEmail);
  if (authorEmail !== '' && !isEmail(authorEmail)) {
    const refused = `The author's email "${authorEmail.slice(0, maxQuoted)}" is not an email address.`;
    yield { resource: 'users', record: { id: authorEmail }, refused };
  }
  const listed = listedIn(cells.voters, columnOf('voters'), maxVoters);
  const responder = cells.response === '' ? undefined : personRecord(cells.respondedBy, '');
  if (author !== undefined)
    yield { resource: 'users', record: author, called: { name: columnOf('authorName') } };
  if (responder !== undefined)
    yield { resource: 'users', record: responder, called: { name: columnOf('respondedBy') } };
  for (const email of listed)
    if (isEmail(email)) yield { resource: 'users', record: { id: email.toLowerCase(), email } };
  yield {
    resource: 'posts',
    record: {
      id,
      title,
      description: { markdown: cells.description },
      statusId: status?.id ?? null,
      postTypeId: cells.type === '' ? null : cells.type.toLowerCase(),
      tagIds: tagIdsOf(tags),
      authorId: author?.id ?? null,
      createdAt: timeOf(cells.createdAt),
      sourceUrl: cells.sourceUrl,
      visibility: cells.visibility.toLowerCase(),
      mergeIntoId: cells.mergeInto,
      importedVotes:
        isMergedCounted && cells.mergeInto !== '' ? 0 : votesWithout(listed, cells.importedVotes),
    },
    called: {
      title: columnOf('title'),
      markdown: columnOf('description'),
      tagIds: columnOf('tags'),
      createdAt: columnOf('createdAt'),
      sourceUrl: columnOf('sourceUrl'),
      visibility: columnOf('visibility'),
      importedVotes: columnOf('importedVotes'),
    },
  };
  if (cells.response !== '') {
    const said = { id: `${id}-response`, postId: id, userId: responder?.id ?? null, content: cells.response };
    yield {
      resource: 'comments',
      record: { ...said, createdAt: timeOf(cells.respondedAt) },
      called: { content: columnOf('response'), createdAt: columnOf('respondedAt') },
    };
  }
  for (const voter of listed) {
    const refused = `The voter "${voter.slice(0, maxQuoted)}" is not an email address.`;
    yield {
      resource: 'votes',
      record: { postId: id, userId: voter.toLowerCase() },
      ...(!isEmail(voter) && { refused }),
    };
  }
}

/** The number of votes includes those of the listed voters, which are imported one by one. */
function votesWithout(voters: readonly string[], cell: string): unknown {
  const votes = countIn(cell);
  if (typeof votes !== 'number') return votes;
  const known = new Set(voters.filter(isEmail).map((email) => email.toLowerCase()));
  return Math.max(0, votes - known.size);
}
