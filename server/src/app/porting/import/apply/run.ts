// One run of an import: its context and its transactions.

import type { JournalEntry } from '../../../../domain/porting/import.ts';
import type { RecordOf, Resource } from '../../../../domain/porting/records.ts';
import type { Reader } from '../../../../ports/store.ts';
import type { SeenWriter } from '../../../kernel/change.ts';
import { JobRun } from '../job-run.ts';
import type { ImportContext, Journal, Plan, Step } from '../plan/step.ts';
import type { CheckedArchive } from '../read/checking.ts';
import { readAhead } from '../read/read-ahead.ts';
import { type Batch, type BatchLimits, type Numbered, recordBatches } from '../read/records.ts';
import { addToReport, type Counted } from '../report.ts';
import type { ImportDeps, ImportOrder, StartedImport } from '../start.ts';
import { dryRunJournal } from './dry-run-journal.ts';
import { sealedEntries, storedJournal } from './journal.ts';

/** Rows of a transaction next to others, who wait for it. */
const defaultRows = 250;

/** What a step plans, and what it does with the plan. */
interface Planned {
  notes: readonly JournalEntry[];
  apply(write: SeenWriter): Promise<void>;
}

export class ImportRun extends JobRun<ImportOrder> {
  readonly checked: CheckedArchive;
  readonly rowsAtOnce: number;
  readonly #started: StartedImport;
  readonly #memory = dryRunJournal();
  readonly #journal: Journal;
  #ownUserId: string;

  constructor(
    deps: ImportDeps,
    order: ImportOrder,
    checked: CheckedArchive,
    started: StartedImport,
    ownUserId: string,
  ) {
    super(deps, order, started.progress, started.owner);
    this.checked = checked;
    this.rowsAtOnce = order.rowsAtOnce ?? defaultRows;
    this.#started = started;
    this.#journal = storedJournal(order.workspaceId, started.progress.id, started.isResumed);
    this.#ownUserId = ownUserId;
  }

  get isDryRun(): boolean {
    return this.progress.isDryRun;
  }

  context(): ImportContext {
    const { workspaceId } = this;
    return {
      workspaceId,
      importId: this.progress.id,
      ownUserId: this.#ownUserId,
      sourceUserId: this.checked.manifest.workspace.userId,
      isFaithful: this.progress.isFaithful,
      isResumed: this.#started.isResumed,
      visibility: this.progress.visibility,
      publishesComments: this.progress.publishesComments,
      mintId: this.deps.mintId,
      now: this.deps.clock.now(),
      journal: this.isDryRun ? this.#memory : this.#journal,
    };
  }

  /** The workspace's own user may be another one since people were imported. */
  async readOwnUser(): Promise<void> {
    const workspace = await this.deps.store.read.workspaces.find(this.order.workspaceId);
    this.#ownUserId = workspace?.userId ?? this.#ownUserId;
  }

  batchesOf<R extends Resource>(
    resource: R,
    limits: Partial<BatchLimits> = {},
  ): AsyncGenerator<Batch<RecordOf<R>>> {
    const { archive } = this.checked;
    const batches = recordBatches({ archive, source: this.progress.source }, resource, {
      size: this.rowsAtOnce,
      ...limits,
    });
    return readAhead(batches);
  }

  /** Plans a batch and applies it. */
  performPlan<Item>(plan: Plan<Item>, batch: readonly Numbered<Item>[]): Promise<Step<Item>> {
    const context = this.context();
    return this.perform((read) => plan(context, read, batch));
  }

  /** A dry run stops after the plan, and remembers what it would have noted. */
  async perform<P extends Planned>(plan: (read: Reader) => Promise<P>): Promise<P> {
    if (this.isDryRun) {
      const planned = await plan(this.deps.store.read);
      this.#memory.note(planned.notes);
      await this.#renewDryRun();
      return planned;
    }
    return this.transact(async (write) => {
      const planned = await plan(write);
      await planned.apply(write);
      await write.imports.note(this.workspaceId, this.progress.id, sealedEntries(planned.notes));
      return planned;
    });
  }

  /** A dry run on the command line is not stored at all. */
  async #renewDryRun(): Promise<void> {
    this.order.signal?.throwIfAborted();
    if (!this.#started.isStored) return;
    await this.deps.store.transaction((write) => this.renew(write));
  }

  count(resource: Resource, counted: Counted): void {
    addToReport(this.progress.report, resource, counted);
  }

  async advance(records: number): Promise<void> {
    this.progress.done += records;
    await this.pause();
  }

  get isStored(): boolean {
    return this.#started.isStored;
  }
}
