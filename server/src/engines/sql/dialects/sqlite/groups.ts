// Commits transactions that ran in the same turn of the event loop together, as one transaction of the engine. Pages
// that all of them change, and there are many, are then written to the log once. Each is a savepoint, so it can fail
// without the others.

import { setImmediate } from 'node:timers';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { CommitUnanswered, RunAlone } from '../../kernel/dialect.ts';
import { isRefusedCommit } from './errors.ts';

/** Bounds how long the first one waits for the last one. */
const maxMembers = 64;
/** How long finished transactions wait for a slow member of their group, in statements and in milliseconds. */
const maxStatements = 64;
const maxWaitMs = 2_000;

class Group {
  members = 0;
  isClosingSoon = false;
  /** Since the end of the turn, if a transaction was still running then. */
  overdueSince: number | undefined;
  readonly outcome: Promise<void>;
  succeed: () => void = () => undefined;
  fail: (reason: Error) => void = () => undefined;

  constructor() {
    this.outcome = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
    // A member may have failed before; this prevents an unhandled rejection.
    this.outcome.catch(() => undefined);
  }
}

interface Member {
  group: Group;
  statements: number;
}

const commands = {
  begin: 'begin immediate',
  commit: 'commit',
  rollback: 'rollback',
  enter: 'savepoint member',
  keep: 'release member',
  undo: 'rollback to member',
};

export class SqliteGroups {
  readonly #handle: DatabaseSyncInstance;
  /** Called after every commit. */
  readonly #onCommit: () => void;
  readonly #prepared = new Map<keyof typeof commands, StatementSyncInstance>();
  /** The engine's open transaction. */
  #group: Group | undefined;
  /** From the first statement of a transaction until its end. */
  #running: Member | undefined;

  constructor(handle: DatabaseSyncInstance, onCommit: () => void) {
    this.#handle = handle;
    this.#onCommit = onCommit;
  }

  /** To be called before each statement of a transaction. Throws if another process writes, or RunAlone. */
  enter(isAlone: boolean): void {
    this.#running ??= this.#newMember(isAlone);
    const { group, statements } = this.#running;
    this.#running.statements += 1;
    if (group.overdueSince === undefined) return;
    if (statements >= maxStatements || performance.now() - group.overdueSince >= maxWaitMs)
      throw new RunAlone();
  }

  /** Of the running transaction's group. */
  get outcome(): Promise<void> {
    return this.#running?.group.outcome ?? settled;
  }

  /** Ends the running transaction, whose group is committed at the end of the turn. One that runs alone, immediately. */
  commit(isAlone: boolean): void {
    if (this.#running === undefined) return;
    const { group } = this.#running;
    if (isAlone) {
      this.#commitAll();
      this.#group = undefined;
      group.succeed();
    } else if (group.members > 1) this.#run('keep');
    this.#running = undefined;
    if (!isAlone) this.#closeSoon(group);
  }

  rollback(): void {
    if (this.#running === undefined) return;
    const { group } = this.#running;
    this.#running = undefined;
    if (group.members > 1 && this.#handle.isTransaction) {
      this.#run('undo');
      this.#run('keep');
      this.#closeSoon(group);
      return;
    }
    this.#group = undefined;
    // After some errors, such as a full disk, the engine has rolled back everything.
    if (this.#handle.isTransaction) this.#run('rollback');
    if (group.members > 1) group.fail(new RunAlone());
    else group.succeed();
  }

  /** Commits what has ended, unless one is still running. */
  close(): void {
    const group = this.#group;
    if (group === undefined || this.#running !== undefined) return;
    this.#group = undefined;
    try {
      this.#commitAll();
      group.succeed();
    } catch (error) {
      if (this.#handle.isTransaction) this.#run('rollback');
      // One of them may be the reason, so each is tried alone.
      group.fail(error instanceof CommitUnanswered ? error : new RunAlone());
    }
  }

  #newMember(isAlone: boolean): Member {
    if (isAlone || (this.#group?.members ?? 0) >= maxMembers) this.close();
    if (this.#group !== undefined) this.#run('enter');
    else {
      // Roll back what a disk error left open.
      if (this.#handle.isTransaction) this.#run('rollback');
      this.#run('begin');
      this.#group = new Group();
    }
    this.#group.members += 1;
    return { group: this.#group, statements: 0 };
  }

  #closeSoon(group: Group): void {
    if (group.isClosingSoon) {
      if (group.overdueSince !== undefined) this.close();
      return;
    }
    group.isClosingSoon = true;
    setImmediate(() => {
      if (this.#group !== group) return;
      if (this.#running === undefined) this.close();
      else group.overdueSince = performance.now();
    });
  }

  #commitAll(): void {
    try {
      this.#run('commit');
    } catch (error) {
      throw isRefusedCommit(error) ? error : new CommitUnanswered(error);
    }
    this.#onCommit();
  }

  #run(command: keyof typeof commands): void {
    let statement = this.#prepared.get(command);
    if (statement === undefined) {
      statement = this.#handle.prepare(commands[command]);
      this.#prepared.set(command, statement);
    }
    statement.run();
  }
}

const settled = Promise.resolve();
