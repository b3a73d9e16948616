import { expect, it } from 'vitest';
import type { JournalEntry } from '../../../../domain/porting/import.ts';
import type { Reader } from '../../../../ports/store.ts';
import { CompactTable, type Digest, digestOf } from '../compact-table.ts';
import { dryRunJournal } from './dry-run-journal.ts';

const read = {} as Reader;
const entry = (number: number): JournalEntry => ({
  kind: number % 2 === 0 ? 'post' : 'user',
  sourceId: `source ${number}`,
  objectId: `${number % 2 === 0 ? 'post' : 'user'}_${String(number).padStart(26, '0')}`,
  isNew: number % 3 === 0,
});

it('a dry run knows every record again, by its kind and ID', async () => {
  const journal = dryRunJournal();
  const entries = Array.from({ length: 50_000 }, (_, number) => entry(number));
  journal.note(entries);
  for (const kind of ['post', 'user'] as const) {
    const noted = entries.filter((each) => each.kind === kind);
    const found = await journal.find(read, kind, [...noted.map(({ sourceId }) => sourceId), 'unknown']);
    expect(found.size).toBe(noted.length);
    expect(noted.filter(({ sourceId, isNew }) => found.get(sourceId)?.isNew !== isNew)).toEqual([]);
    const existing = noted.filter(({ isNew }) => !isNew);
    expect(existing.filter((each) => found.get(each.sourceId)?.objectId !== each.objectId)).toEqual([]);
    const created = noted.filter(({ isNew }) => isNew).map(({ sourceId }) => found.get(sourceId)?.objectId);
    expect(new Set(created).size).toBe(created.length);
  }
  expect((await journal.find(read, 'post', ['source 1'])).size).toBe(0);
});

it.each([1, 5_000, 50_000])('a table keeps the last number of each of %i texts', (count) => {
  const table = new CompactTable();
  const digests = Array.from({ length: count }, (_, index) => digestOf(`text ${index}`));
  for (let number = 0; number < 2 * count; number += 1) table.set(digests[number % count] as Digest, number);
  expect(digests.filter((digest, index) => table.get(digest) !== count + index)).toEqual([]);
  expect(table.get(digestOf(`text ${count}`))).toBeUndefined();
});
