// What a dry run remembers of the records that it has planned: little for each, because there may be millions.

import { idPrefixes } from '../../../../domain/kernel/id.ts';
import type { JournalEntry, JournalKind } from '../../../../domain/porting/import.ts';
import { Turn } from '../../turns.ts';
import { CompactTable, type Digest, digestOf } from '../compact-table.ts';
import type { Journal } from '../plan/step.ts';

export interface DryRunJournal extends Journal {
  note(entries: readonly JournalEntry[]): void;
}

/** The number of records that would be created; any other is the index of an object that exists, plus one. */
const isCreated = 0;

export function dryRunJournal(): DryRunJournal {
  const table = new CompactTable();
  const existing = idList();
  const keyOf = (kind: JournalKind, sourceId: string): Digest => digestOf(`${kind} ${sourceId}`);
  return {
    async find(_read, kind, sourceIds) {
      const found = new Map<string, JournalEntry>();
      const turn = new Turn();
      for (const sourceId of sourceIds) {
        if (turn.isOver) await turn.end();
        const key = keyOf(kind, sourceId);
        const index = table.get(key);
        if (index === undefined) continue;
        const isNew = index === isCreated;
        const objectId = isNew ? inventedId(kind, key) : existing.get(index - 1);
        found.set(sourceId, { kind, sourceId, objectId, isNew });
      }
      return found;
    },
    // None was created.
    existing: async (_read, _kind, objectIds) => new Set(objectIds),
    note(noted) {
      for (const { kind, sourceId, objectId, isNew } of noted)
        table.set(keyOf(kind, sourceId), isNew ? isCreated : existing.add(objectId) + 1);
    },
  };
}

/** An object that is not there has an ID of its own, which is the same each time. */
const inventedId = (kind: JournalKind, { low, high }: Digest): string =>
  `${kind === 'vote' || kind === 'follower' || kind === 'ban' ? kind : idPrefixes[kind]}_${[low, high].map((part) => part.toString(32).padStart(13, '0')).join('')}`;

const idsInChunk = 16_384;
const maxIdLength = 64;

/** IDs in buffers, which take a fraction of what strings would. */
function idList() {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    /** Returns its index. */
    add(id: string): number {
      const [chunk, offset] = [Math.floor(length / idsInChunk), (length % idsInChunk) * maxIdLength];
      chunks[chunk] ??= Buffer.alloc(idsInChunk * maxIdLength);
      chunks[chunk].write(id.slice(0, maxIdLength), offset, 'latin1');
      length += 1;
      return length - 1;
    },
    get(index: number): string {
      const offset = (index % idsInChunk) * maxIdLength;
      const text =
        chunks[Math.floor(index / idsInChunk)]?.toString('latin1', offset, offset + maxIdLength) ?? '';
      return text.replace(/\0+$/, '');
    },
  };
}
