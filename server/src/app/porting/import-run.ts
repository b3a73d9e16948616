// One run of an import: its place in the workspace, its transactions, and the report that it fills.

import { type ImportReport, type JournalEntry, maxListedErrors } from '../../domain/import.ts';
import { partName, type RecordOf, type Resource } from '../../domain/porting/records.ts';
import type { Reader, Writer } from '../../ports/store.ts';
import type { CheckedArchive } from './checking.ts';
import { dryRunJournal } from './dry-run-journal.ts';
import { type Batch, type BatchLimits, recordBatches } from './import-records.ts';
import type { ImportDeps, ImportOrder, StartedImport } from './import-start.ts';
import type { Journal, Numbered, Place, Plan, Step } from './import-step.ts';
import { JobRun } from './job-run.ts';
import { sealedEntries, storedJournal } from './journal.ts';
import { readAhead } from './read-ahead.ts';

/** Rows of a transaction next to others, who wait for it. */
const defaultRows = 250;

type Counted = Pick<Step<never>, 'errors'> &
  Partial<Pick<Step<never>, 'created' | 'found'> & Pick<Batch<never>, 'warnings'>>;

/** What a step plans, and what it does with the plan. */
interface Planned {
  notes: readonly JournalEntry[];
  apply(write: Writer): Promise<void>;
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

  get #report(): ImportReport {
    return this.progress.report;
  }

  place(): Place {
    const { workspaceId } = this;
    return {
      workspaceId,
      importId: this.progress.id,
      ownUserId: this.#ownUserId,
      sourceUserId: this.checked.manifest.workspace.userId,
      isFaithful: this.progress.isFaithful,
      isResumed: this.#started.isResumed,
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
    const place = this.place();
    return this.perform((read) => plan(place, read, batch));
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

  count(resource: Resource, { created = 0, found = 0, errors, warnings = [] }: Counted): void {
    const report = this.#report;
    report.counts[resource] ??= { created: 0, found: 0, failed: 0 };
    const counts = report.counts[resource];
    counts.created += created;
    counts.found += found;
    counts.failed += errors.length;
    report.errorsCount += errors.length;
    report.warningsCount += warnings.length;
    for (const [list, added] of [
      [report.errors, errors],
      [report.warnings, warnings],
    ] as const)
      for (const each of added)
        if (list.length < maxListedErrors) list.push({ part: partName(resource), ...each });
  }

  async advance(records: number): Promise<void> {
    this.progress.done += records;
    await this.pause();
  }

  get isStored(): boolean {
    return this.#started.isStored;
  }
}
