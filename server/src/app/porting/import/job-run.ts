// What running and undoing an import share: transactions that prove that the import still belongs to this process.

import { setImmediate } from 'node:timers/promises';
import { conflict } from '../../../domain/kernel/failure.ts';
import type { Import } from '../../../domain/porting/import.ts';
import type { Writer } from '../../../ports/store.ts';
import type { SeenWriter } from '../../kernel/change.ts';
import type { ImportDeps, JobOrder } from './start.ts';

export class JobRun<Order extends JobOrder = JobOrder> {
  readonly deps: ImportDeps;
  readonly order: Order;
  /** As it was committed last. */
  progress: Import;
  readonly #owner: string;

  constructor(deps: ImportDeps, order: Order, progress: Import, owner: string) {
    this.deps = deps;
    this.order = order;
    this.progress = progress;
    this.#owner = owner;
  }

  get workspaceId(): string {
    return this.order.workspaceId;
  }

  /** Raising the revision first locks the workspace. */
  async transact<T>(work: (write: SeenWriter) => Promise<T>): Promise<T> {
    const { order, deps, workspaceId } = this;
    order.signal?.throwIfAborted();
    const result = await deps.store.transaction(async (write) => {
      let isSeen = false;
      await write.workspaces.raiseRevision(workspaceId, deps.clock.now());
      await this.renew(write);
      const made = await work(
        Object.assign({}, write, {
          visitorsSee: () => {
            isSeen = true;
          },
        }),
      );
      if (isSeen) await write.workspaces.raisePublicRevision(workspaceId, deps.clock.now());
      return made;
    });
    deps.onCommitted?.(workspaceId);
    return result;
  }

  /** Errors are stored at the end only: the list can be long. */
  renew(write: Writer): Promise<void> {
    const { progress, deps } = this;
    const report = { ...progress.report, errors: [], warnings: [] };
    return this.store(write, { ...progress, report, updatedAt: deps.clock.now() });
  }

  async store(write: Writer, current: Import): Promise<void> {
    if (!(await write.imports.renew(this.workspaceId, current, this.#owner)))
      throw conflict('The import was taken over by another process.');
  }

  async pause(): Promise<void> {
    this.order.onProgress?.(this.progress);
    await (this.order.pace ?? setImmediate)();
  }
}
