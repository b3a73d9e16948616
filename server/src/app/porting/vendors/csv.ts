// Any CSV file of posts. Columns are found by their usual names, or as the person who imports says.

import { hash } from 'node:crypto';
import { badArchive } from '../../../domain/porting/manifest.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { isEmail, listedIn, personRecord, statusRecord, tagIdsOf, tagParts, timeOf } from './values.ts';
import type { Part, Vendor, VendorMapping } from './vendor.ts';

/** Fields and the columns that usually hold them, in lower case; the first that the file has counts. */
export const csvFields = {
  id: ['id', 'post id', 'number', 'external id', 'external_id', 'source_id'],
  title: ['title', 'name', 'subject', 'summary', 'note title', 'post title'],
  description: ['description', 'details', 'content', 'body', 'text', 'note text', 'post content'],
  status: ['status', 'state', 'post status'],
  type: ['type', 'board', 'post type'],
  tags: ['tags', 'labels', 'categories', 'category'],
  authorName: ['author name', 'author_name', 'author', 'created_by', 'user name', 'submitter'],
  authorEmail: ['author email', 'author_email', 'email', 'user email', 'user_email', 'customer email'],
  createdAt: ['created at', 'created_at', 'created', 'createdat', 'date', 'submission date'],
  sourceUrl: ['source url', 'source_url', 'url', 'link', 'permalink'],
  voters: ['voters', 'voter emails', 'upvoters'],
  mergeInto: ['merged into', 'original_number', 'duplicate of'],
  response: ['response'],
  respondedBy: ['responded_by'],
  respondedAt: ['responded_at'],
} as const satisfies Record<string, readonly string[]>;

type Field = keyof typeof csvFields;
type Cells = { readonly [Name in Field]: string };

/** Of a cell, in an error. */
const maxQuoted = 100;

const csvFilesOf = (names: readonly string[]): string[] =>
  names.filter((name) => name.toLowerCase().endsWith('.csv'));

/** `prefix` comes before IDs that are unique only there, such as numbers. */
export const csvVendor = (usualStatuses: ReadonlyMap<string, string> = new Map(), prefix = ''): Vendor => ({
  resources: ['postTypes', 'statuses', 'tags', 'users', 'posts', 'comments', 'votes'],
  tablesOf: csvFilesOf,
  async *read(files, mapping) {
    const names = csvFilesOf(files.names);
    if (names.length === 0) throw badArchive('There is no .csv file to import.');
    for (const name of names)
      for await (const row of csvRows(files, name))
        for (const part of recordsOf(prefixed(cellsOf(row, name, mapping), prefix), mapping, usualStatuses))
          yield { ...part, file: name, line: row.line };
  },
});

function cellsOf({ cells }: CsvRow, file: string, { columns }: VendorMapping): Cells {
  const found: Partial<Record<Field, string>> = {};
  for (const [field, usual] of Object.entries(csvFields) as [Field, readonly string[]][]) {
    const chosen = columns.get(field)?.trim().toLowerCase();
    if (chosen !== undefined && !(chosen in cells)) throw badArchive(`"${file}" has no column "${chosen}".`);
    const column = chosen ?? usual.find((name) => name in cells);
    found[field] = column === undefined ? '' : (cells[column] ?? '').trim();
  }
  return found as Cells;
}

const prefixed = (cells: Cells, prefix: string): Cells => ({
  ...cells,
  id: cells.id && `${prefix}${cells.id}`,
  mergeInto: cells.mergeInto && `${prefix}${cells.mergeInto}`,
});

function* recordsOf(
  cells: Cells,
  mapping: VendorMapping,
  usualStatuses: ReadonlyMap<string, string>,
): Generator<Part> {
  const { title, authorName, authorEmail } = cells;
  const id =
    cells.id === ''
      ? `csv-${hash('sha256', `${title}\n${authorEmail || authorName}`, 'hex').slice(0, 24)}`
      : cells.id;
  if (cells.type !== '')
    yield { resource: 'postTypes', record: { id: cells.type.toLowerCase(), name: cells.type } };
  const status = cells.status === '' ? undefined : statusRecord(cells.status, mapping, usualStatuses);
  if (status !== undefined) yield { resource: 'statuses', record: status };
  const tags = listedIn(cells.tags);
  yield* tagParts(tags);
  const author = personRecord(authorName, authorEmail);
  const listed = listedIn(cells.voters);
  const voters = listed.filter(isEmail);
  const responder = cells.response === '' ? undefined : personRecord(cells.respondedBy, '');
  for (const person of [author, responder])
    if (person !== undefined) yield { resource: 'users', record: person };
  for (const email of voters) yield { resource: 'users', record: { id: email.toLowerCase(), email } };
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
      mergeIntoId: cells.mergeInto,
    },
  };
  if (cells.response !== '') {
    const said = { id: `${id}-response`, postId: id, userId: responder?.id ?? null, content: cells.response };
    yield { resource: 'comments', record: { ...said, createdAt: timeOf(cells.respondedAt) } };
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
