// The dependencies of every use case, and `change`, the only way to write. Live and test wiring differ only in these
// dependencies.

import type { Present } from '../../domain/events/ledger.ts';
import type { Actor } from '../../domain/kernel/actor.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { forbidden, OutcomeUnknown } from '../../domain/kernel/failure.ts';
import { type Faults, throwAtOnce } from '../../domain/kernel/faults.ts';
import type { MintId } from '../../domain/kernel/id.ts';
import type { IdempotencyRecord } from '../../domain/kernel/idempotency.ts';
import { checkVersion, type ExpectedVersions, type Versioned } from '../../domain/kernel/version.ts';
import type { KeyMode } from '../../domain/team/api-key.ts';
import { isAtLeast, type Role } from '../../domain/team/membership.ts';
import type { Files } from '../../ports/files/files.ts';
import type { Store, Writer } from '../../ports/store.ts';
import { type Recording, recording } from './ledger.ts';
import type { Rehearse } from './rehearsal.ts';
import { type Alongside, withAlongside } from './together.ts';

export interface Deps {
  store: Store;
  files: Files;
  clock: Clock;
  mintId: MintId;
  /** How objects appear in ledger entries. */
  present: Present;
  /** Runs effects after the commit. In an atomic batch they run once the whole batch has committed. */
  afterCommit(effects: readonly Effect[]): Promise<void>;
  /** Runs effects after a rollback. If the outcome is unknown, neither hook runs. */
  afterRollback(effects: readonly Effect[]): Promise<void>;
  /** Called in the transaction of a change that recorded something. An atomic batch counts its changes with it. */
  onRecorded?(): void;
  /** Called after a commit, with the workspace that changed; for an atomic batch once. Never for a test key. */
  onCommitted?(workspaceId: string): void;
  /** Called after a commit that scheduled future work. */
  onScheduled?(): void;
  /** Absent if mail is not set up: then none is queued. */
  mail?: MailOutlet;
  /** Under a test key: finds out who would be told. */
  rehearse?: Rehearse;
}

/** What leads out of a change to those who send mail. */
export interface MailOutlet {
  /** The address of the installation, for links. */
  publicUrl(): string;
  /** Called after mail was queued. */
  onQueued(): void;
}

/** A side effect outside the store that depends on the outcome of the transaction, such as removing a file. */
export interface Effect {
  committed?(): void | Promise<void>;
  rolledBack?(): void | Promise<void>;
}

/** Runs every effect even if one fails: the transaction is already over, and the sweeper cleans up leftovers. */
export function effectRunner(onFault: (error: unknown) => void): Pick<Deps, 'afterCommit' | 'afterRollback'> {
  const each = (outcome: keyof Effect) => async (effects: readonly Effect[]) => {
    for (const effect of effects) {
      try {
        await effect[outcome]?.();
      } catch (error) {
        onFault(error);
      }
    }
  };
  return { afterCommit: each('committed'), afterRollback: each('rolledBack') };
}

/** The actor behind a change, and the options of this call. */
export interface Changer {
  workspaceId: string;
  actor: Actor;
  requestId: string | null;
  /** Fail unless the object is at one of these versions. */
  expects?: ExpectedVersions | undefined;
  /** Collects the invalid fields of the request. Without it, the first one ends the call. */
  faults?: Faults | undefined;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
  /** Called if the change records anything, also under a test key. */
  onRecorded?: (() => void) | undefined;
  /** Builds the idempotency record from the use case's result; it is stored in the same transaction. */
  idempotencyRecordOf?: ((result: unknown) => IdempotencyRecord) | undefined;
}

/** An application with an API key. */
export interface KeyCaller extends Changer {
  type: 'key';
  mode: KeyMode;
  requestId: string;
}

/** A person signed in to the console. */
export interface MemberCaller extends Changer {
  type: 'member';
  mode: 'live';
  role: Role;
  requestId: string;
}

/** The service itself, doing work that someone scheduled earlier, or the operator. */
export interface SystemCaller extends Changer {
  type: 'system';
  actor: Actor & { type: 'system' };
  requestId: null;
}

/**
 * Someone signed in to the public site, who has use cases of their own: this type fits none of the API's. Whoever only
 * reads the site needs no caller.
 */
export interface VisitorCaller extends Changer {
  type: 'visitor';
  /** `test`: a rehearsal, of which nothing is stored. */
  mode: KeyMode;
  actor: Actor & { type: 'visitor' };
  /** The user who they are; the actor has the same ID. */
  userId: string;
  /** The network address that the request came from: only for limits, and never stored. */
  address: string;
  requestId: string;
}

/** What a caller may do follows from its type, never from something that is absent. */
export type AnyCaller = KeyCaller | MemberCaller | SystemCaller | VisitorCaller;

/** Who may use the API. */
export type Caller = KeyCaller | MemberCaller;

export const asSystem = (workspaceId: string, actor: SystemCaller['actor']): SystemCaller => ({
  type: 'system',
  workspaceId,
  actor,
  requestId: null,
});

export const faultsOf = ({ faults = throwAtOnce }: Pick<Changer, 'faults'>): Faults => faults;

export function hasRole(caller: AnyCaller, least: Role): boolean {
  switch (caller.type) {
    case 'key':
    case 'system':
      return true;
    case 'member':
      return isAtLeast(caller.role, least);
    case 'visitor':
      return false;
  }
}

/** Callers with the same rights in a workspace read the same. A member also has views that others don't see. */
export const rightsOf = (caller: Caller): string =>
  caller.type === 'member' ? `member ${caller.role} ${caller.actor.id}` : `key ${caller.mode}`;

/** Throws if the caller's role is below `least`. */
export function needsRole(caller: AnyCaller, least: Role): void {
  if (hasRole(caller, least)) return;
  const who = least === 'owner' ? 'an owner' : 'an owner or an admin';
  throw forbidden(`Only ${who} of the workspace can do this.`);
}

/** What writes things that visitors of the public site may see. */
export interface SeenWriter extends Writer {
  /** Say so if they can see the change: it raises the revision that public pages depend on. */
  visitorsSee(): void;
}

/** One caller's transaction, with the ledger entries and effects that belong to it. */
export interface Change extends SeenWriter, Recording {
  actor: Actor;
  /** Throws if the caller sent If-Match and the version doesn't match. */
  expect(thing: Versioned): void;
  /** For statements whose results the use case doesn't need: the transaction waits for them before it commits. */
  alongside: Alongside;
  afterCommit(effect: () => void | Promise<void>): void;
  afterwards(effect: Effect): void;
}

export type ChangeDeps = Pick<
  Deps,
  'store' | 'clock' | 'mintId' | 'present' | 'afterCommit' | 'afterRollback' | 'onRecorded' | 'onCommitted'
>;

/**
 * The only way a use case writes. The writes, their ledger entries, the idempotency record and the new workspace
 * revision are committed in one transaction. The promise resolves once they are durable.
 *
 * A change that records nothing has changed nothing: its transaction is rolled back, so the revision stays as it was,
 * and with it every ETag and cached response. The idempotency record is then stored on its own.
 */
export async function change<T>(
  deps: ChangeDeps,
  caller: Changer,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { workspaceId, actor, expects, idempotencyRecordOf, onRecorded, signal } = caller;
  const effects: Effect[] = [];
  const transacted = (write: Writer): Promise<T> =>
    withAlongside(async (alongside) => {
      const now = deps.clock.now();
      effects.length = 0;
      let isSeen = false;
      // Raise the revision first: it locks the workspace, so later reads in this transaction stay valid.
      alongside(write.workspaces.raiseRevision(workspaceId, now));
      const entries = recording(deps, write.ledger, caller, now);
      const made = await work(
        // Adding this many fields to a spread object takes as long as a statement.
        Object.assign({}, write, entries, {
          actor,
          alongside,
          expect: (thing: Versioned) => checkVersion(thing, expects),
          afterCommit: (committed: NonNullable<Effect['committed']>) => void effects.push({ committed }),
          afterwards: (effect: Effect) => void effects.push(effect),
          visitorsSee: () => {
            isSeen = true;
          },
        }),
      );
      faultsOf(caller).throwAny();
      if (entries.isEmpty()) throw new NothingChanged(made);
      deps.onRecorded?.();
      onRecorded?.();
      if (idempotencyRecordOf !== undefined)
        alongside(write.idempotency.insert(workspaceId, idempotencyRecordOf(made)));
      if (isSeen) alongside(write.workspaces.raisePublicRevision(workspaceId, now));
      await entries.flush();
      return made;
    });
  return followed(deps, workspaceId, deps.store.transaction(transacted, { workspaceId, signal }), effects);
}

/** Rolls a transaction back that turned out to change nothing, and carries its result. */
export class NothingChanged<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('The transaction changed nothing.');
    this.result = result;
  }
}

/** Runs the effects once the outcome of the transaction is known. If nothing changed, returns the result as usual. */
export async function followed<T>(
  deps: Pick<Deps, 'afterCommit' | 'afterRollback' | 'onCommitted'>,
  workspaceId: string,
  running: Promise<T>,
  effects: readonly Effect[],
): Promise<T> {
  let result: T;
  try {
    result = await running;
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) await deps.afterRollback(effects);
    if (error instanceof NothingChanged) return error.result;
    throw error;
  }
  deps.onCommitted?.(workspaceId);
  await deps.afterCommit(effects);
  return result;
}
