// One run of an undo: it goes through the journal in steps, and removes the entries of each step with the objects.
// So it can be interrupted anywhere, and what is left in the journal is what is left to do.

import type {
  Import,
  JournalEntry,
  JournalKind,
  UndoCounts,
  Unedited,
} from '../../../domain/porting/import.ts';
import type { Resource } from '../../../domain/porting/records.ts';
import type { SeenWriter } from '../../kernel/change.ts';
import { type Recorder, recording } from '../../kernel/ledger.ts';
import { JobRun } from '../import/job-run.ts';
import type { ImportDeps, JobOrder } from '../import/start.ts';

/** What a step does with the objects of some entries. */
export interface UndoStep {
  write: SeenWriter;
  now: number;
  entries: readonly JournalEntry[];
  objectIds: readonly string[];
  undone: Recorder['undone'];
  count(resource: Resource, counts: Partial<UndoCounts>): void;
  /** To be removed once the step is committed. */
  removeFiles(fileKeys: readonly string[]): void;
}

/** Returns the entries that it has dealt with, if not all. */
export type UndoWork = (step: UndoStep) => Promise<readonly JournalEntry[] | undefined>;

export class UndoRun extends JobRun {
  readonly unedited: Unedited;
  readonly endedAt: number;

  constructor(deps: ImportDeps, order: JobOrder, progress: Import, owner: string, unedited: Unedited) {
    super(deps, order, progress, owner);
    this.unedited = unedited;
    this.endedAt = progress.finishedAt ?? progress.updatedAt;
  }

  /** Goes through the new objects of a kind, and returns how many entries were dealt with. */
  async each(kind: JournalKind, take: number, work: UndoWork): Promise<number> {
    let done = 0;
    for (let after = ''; ; ) {
      const step = await this.#step(kind, after, take, work);
      if (step === undefined) return done;
      done += step.done;
      after = step.after;
    }
  }

  async #step(
    kind: JournalKind,
    after: string,
    take: number,
    work: UndoWork,
  ): Promise<{ done: number; after: string } | undefined> {
    const { deps, order, workspaceId } = this;
    const { id } = this.progress;
    const fileKeys: string[] = [];
    let next = this.progress;
    const step = await this.transact(async (write) => {
      const entries = await write.imports.addedAfter(workspaceId, id, kind, after, take);
      const last = entries.at(-1);
      if (last === undefined) return undefined;
      const now = deps.clock.now();
      const ledger = recording(deps, write.ledger, order, now);
      const undone = structuredClone(this.progress.undone ?? {});
      fileKeys.length = 0;
      const dealtWith = await work({
        write,
        now,
        entries,
        objectIds: entries.map(({ objectId }) => objectId),
        undone: ledger.undone,
        count: (resource, { removed = 0, kept = 0 }) => {
          const counts = undone[resource] ?? { removed: 0, kept: 0 };
          undone[resource] = { removed: counts.removed + removed, kept: counts.kept + kept };
        },
        removeFiles: (keys) => void fileKeys.push(...keys),
      });
      const gone = dealtWith ?? entries;
      await write.imports.unnote(
        workspaceId,
        id,
        kind,
        gone.map(({ sourceId }) => sourceId),
      );
      await ledger.flush();
      const done = Math.min(this.progress.total, this.progress.done + gone.length);
      next = { ...this.progress, undone, done, updatedAt: now };
      await this.store(write, next);
      return { done: gone.length, after: last.sourceId };
    });
    this.progress = next;
    // One that can't be removed now is no longer referenced, so the sweep removes it.
    for (const key of fileKeys) await deps.files.remove(key).catch(() => undefined);
    await this.pause();
    return step;
  }

  /** Removes what is left of the journal. */
  async clearJournal(): Promise<void> {
    for (let removed = 1; removed > 0; ) {
      removed = await this.transact((write) =>
        write.imports.clearJournal(this.workspaceId, this.progress.id, journalAtOnce),
      );
      await this.pause();
    }
  }
}

const journalAtOnce = 1_000;
