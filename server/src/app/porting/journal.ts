// Where an import remembers which object stands for which record: in the store, or for a dry run in memory.

import type { JournalEntry, JournalKind } from '../../domain/import.ts';
import type { Journal } from './import-step.ts';

export const storedJournal = (workspaceId: string, importId: string): Journal => ({
  find: (read, kind, sourceIds) => read.imports.journalOf(workspaceId, importId, kind, sourceIds),
});

export interface MemoryJournal extends Journal {
  note(entries: readonly JournalEntry[]): void;
}

export function memoryJournal(): MemoryJournal {
  const entries = new Map<JournalKind, Map<string, JournalEntry>>();
  return {
    async find(_read, kind, sourceIds) {
      const known = entries.get(kind);
      return new Map(
        sourceIds.flatMap((id): [string, JournalEntry][] => {
          const entry = known?.get(id);
          return entry === undefined ? [] : [[id, entry]];
        }),
      );
    },
    note(noted) {
      for (const entry of noted) {
        const known = entries.get(entry.kind) ?? new Map<string, JournalEntry>();
        known.set(entry.sourceId, entry);
        entries.set(entry.kind, known);
      }
    },
  };
}
