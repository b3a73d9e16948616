// Reads the records of a part in batches.

import { Failure } from '../../../../domain/kernel/failure.ts';
import { type Fields, readRecord } from '../../../../domain/porting/fields.ts';
import type { ImportSource } from '../../../../domain/porting/import.ts';
import { badArchive } from '../../../../domain/porting/manifest.ts';
import { partName, type RecordOf, type Resource, resources } from '../../../../domain/porting/records.ts';
import type { ArchiveReader } from '../../../../ports/porting/archive.ts';
import { Turn } from '../../turns.ts';
import { entryOf } from './checking.ts';
import { originOf, refusalOf } from './converting.ts';
import { linesOf } from './lines.ts';

/** A record, and the line that it comes from. */
export interface Numbered<Item> {
  line: number;
  /** The file of another service that the line is of; absent for a part of our format. */
  part?: string;
  record: Item;
}

export interface LineError {
  line: number;
  part?: string;
  message: string;
}

/** The line of a record, for an error. */
export const lineOf = ({ line, part }: Numbered<unknown>): Pick<LineError, 'line' | 'part'> => ({
  line,
  ...(part !== undefined && { part }),
});

export interface Batch<Item> {
  records: Numbered<Item>[];
  /** Lines that are no records. */
  errors: LineError[];
  /** What the conversion left out of the records, or cut. */
  warnings: LineError[];
}

const emptyBatch = <Item>(): Batch<Item> => ({ records: [], errors: [], warnings: [] });

export interface BatchLimits {
  size: number;
  /** Only lines that match. */
  only?: RegExp | undefined;
}

/** Longer batches are cut, so that a transaction with long texts takes no longer than others. */
const charactersFor = (records: number): number => Math.max(512 * 1024, records * 256);

export async function* recordBatches<R extends Resource>(
  { archive, source }: { archive: ArchiveReader; source: ImportSource },
  resource: R,
  { size, only }: BatchLimits,
): AsyncGenerator<Batch<RecordOf<R>>> {
  const part = partName(resource);
  if (!archive.entries.has(part)) return;
  const fields = resources[resource] as unknown as Fields<RecordOf<R>>;
  let batch = emptyBatch<RecordOf<R>>();
  const maxCharacters = charactersFor(size);
  let characters = 0;
  const turn = new Turn();
  for await (const { number, text } of linesOf(await entryOf(archive, part))) {
    if (turn.isOver) await turn.end();
    if (text !== undefined && only !== undefined && !only.test(text)) continue;
    const converted = source === 'earshot' ? undefined : text;
    const origin = converted === undefined ? undefined : originOf(converted);
    const at = origin?.at ?? { line: number };
    try {
      if (text === undefined) throw badArchive('The line is too long.');
      const refusal = converted === undefined ? undefined : refusalOf(converted);
      if (refusal !== undefined) throw badArchive(refusal);
      batch.records.push({ ...at, record: readRecord(fields, text) });
      characters += text.length;
      for (const message of origin?.warnings ?? []) batch.warnings.push({ ...at, message });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      batch.errors.push({ ...at, message: error.message });
    }
    if (batch.records.length + batch.errors.length < size && characters < maxCharacters) continue;
    yield batch;
    batch = emptyBatch();
    characters = 0;
  }
  if (batch.records.length + batch.errors.length > 0) yield batch;
}
