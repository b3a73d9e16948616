// Which column of a table is which field of ours: as the person who imports says, or by the column's usual names.

import { badArchive } from '../../../domain/porting/manifest.ts';
import type { VendorMapping } from './vendor.ts';

/** Fields and the columns that usually hold them; the first that the file has counts. Written as `keyOf` does. */
export const csvFields = {
  id: ['id', 'post id', 'number', 'external id', 'source id'],
  title: ['title', 'subject', 'summary', 'note title', 'post title', 'idea', 'request', 'feedback', 'name'],
  description: ['description', 'details', 'content', 'body', 'text', 'note text', 'post content', 'message'],
  status: ['status', 'state', 'post status'],
  type: ['type', 'board', 'post type'],
  tags: ['tags', 'labels', 'categories', 'category', 'tag', 'label'],
  authorName: [
    ...['author name', 'author', 'created by', 'user name', 'submitter', 'submitted by', 'customer name'],
    ...['reporter', 'requester', 'creator', 'customer', 'user', 'name'],
  ],
  authorEmail: [
    ...[
      'author email',
      'email',
      'e mail',
      'email address',
      'user email',
      'customer email',
      'submitter email',
    ],
    ...['reporter email', 'requester email', 'creator email', 'created by email', 'mail'],
  ],
  createdAt: [
    ...['created at', 'created', 'date', 'submission date', 'created on', 'creation date', 'date created'],
    ...['submitted at', 'timestamp'],
  ],
  sourceUrl: ['source url', 'url', 'link', 'permalink'],
  importedVotes: [
    ...['votes', 'vote count', 'votes count', 'number of votes', 'total votes', 'upvotes', 'upvote count'],
    ...['score', 'points', 'likes', 'imported votes'],
  ],
  visibility: ['visibility'],
  voters: ['voters', 'voter emails', 'upvoters', 'voted by'],
  mergeInto: ['merged into', 'original number', 'duplicate of'],
  response: ['response'],
  respondedBy: ['responded by'],
  respondedAt: ['responded at'],
} as const satisfies Record<string, readonly string[]>;

export type CsvField = keyof typeof csvFields;
export const csvFieldNames = Object.keys(csvFields) as readonly CsvField[];

/** `createdAt`, `created_at` and `Created at` are the same. */
const keyOf = (column: string): string =>
  column
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[\s_.:-]+/g, ' ')
    .trim();

const plain = (column: string): string => column.trim().toLowerCase();

/** The field of each column, null for a column that is not used. Fails if the mapping names a column that there is not. */
export function fieldsOf(
  file: string,
  columns: readonly string[],
  { columns: chosen }: VendorMapping,
): (CsvField | null)[] {
  const fields: (CsvField | null)[] = columns.map(() => null);
  const names = columns.map(plain);
  for (const field of csvFieldNames) {
    const column = plain(chosen.get(field) ?? '');
    if (column === '') continue;
    const at = names.indexOf(column);
    if (at < 0) throw badArchive(`"${file}" has no column "${column}".`);
    fields[at] = field;
  }
  const keys = columns.map(keyOf);
  // An empty choice leaves the field out.
  for (const field of csvFieldNames.filter((each) => !chosen.has(each)))
    for (const usual of csvFields[field]) {
      const at = keys.findIndex((key, index) => key === usual && fields[index] === null);
      if (at < 0) continue;
      fields[at] = field;
      break;
    }
  return fields;
}
