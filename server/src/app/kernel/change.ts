// What every use case is given, and the one way it writes. The live and the test wiring differ in these
// dependencies and in nothing else.

import type { KeyMode } from '../../domain/api-key.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Actor } from '../../domain/event.ts';
import { forbidden, OutcomeUnknown } from '../../domain/failure.ts';
import type { MintId } from '../../domain/id.ts';
import type { IdempotencyRecord } from '../../domain/idempotency.ts';
import type { Present } from '../../domain/ledger.ts';
import { isAtLeast, type Role } from '../../domain/membership.ts';
import { checkVersion, type ExpectedVersions, type Versioned } from '../../domain/version.ts';
import type { Files } from '../../ports/files.ts';
import type { Store, Writer } from '../../ports/store.ts';
import { type Recording, recording } from './ledger.ts';
import type { PageStarts } from './page-starts.ts';

export interface Deps {
  store: Store;
  files: Files;
  clock: Clock;
  mintId: MintId;
  pageStarts: PageStarts;
  /** What entries of the ledger show of an object. */
  present: Present;
  /** Runs what must wait for the commit. A batch that commits as a whole runs it later than each of its parts. */
  afterCommit(effects: readonly Effect[]): Promise<void>;
  /** The same after a rollback. Neither runs when nobody can tell which of the two it was. */
  afterRollback(effects: readonly Effect[]): Promise<void>;
  /** Told, after the commit, that something is to happen at a time to come. */
  onScheduled?(): void;
}

/** Something outside the store that follows from how a transaction ends: removing a file, keeping an upload. */
export interface Effect {
  committed?(): void | Promise<void>;
  rolledBack?(): void | Promise<void>;
}

/** Runs all effects, whatever becomes of one: the transaction is over, and the sweeper removes what is left. */
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

/** Who changes something in a workspace. */
interface Changer {
  workspaceId: string;
  actor: Actor;
  requestId: string | null;
  /** Change only a thing at one of these versions. */
  expects?: ExpectedVersions | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
  /** Makes the answer that is kept with the write, of the use case's result. */
  idempotencyRecordOf?: ((result: unknown) => IdempotencyRecord) | undefined;
}

/** An application, known by its key, or a person at the console, and what they ask of this one call. */
export interface Caller extends Changer {
  mode: KeyMode;
  requestId: string;
  /** Of a person. A key has none, and may do everything that the API has. */
  role?: Role | undefined;
}

/** The service itself, when it does in a workspace what somebody asked for earlier. */
export interface ServiceCaller extends Changer {
  actor: Actor & { type: 'system' };
  requestId: null;
}

/** Refuses a person whose role is less. */
export function needsRole({ role }: Caller, least: Role): void {
  if (role === undefined || isAtLeast(role, least)) return;
  const who = least === 'owner' ? 'an owner' : 'an owner or an admin';
  throw forbidden(`Only ${who} of the workspace can do this.`);
}

/** One transaction of one caller: its writes, and everything that must be written with them. */
export interface Change extends Writer, Recording {
  /** Fails unless the thing is at a version that the caller accepts to change. */
  expect(thing: Versioned): void;
  afterCommit(effect: () => void | Promise<void>): void;
  afterwards(effect: Effect): void;
}

/** What a change needs. */
export type ChangeDeps = Pick<
  Deps,
  'store' | 'clock' | 'mintId' | 'present' | 'afterCommit' | 'afterRollback'
>;

/**
 * The only way a use case writes: the writes, their entries in the ledger, the kept answer and the workspace's new
 * revision are one transaction; the promise resolves when all of it is durable.
 */
export async function change<T>(
  deps: ChangeDeps,
  caller: Changer,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { workspaceId, expects, idempotencyRecordOf, signal } = caller;
  const effects: Effect[] = [];
  const transacted = async (write: Writer): Promise<T> => {
    const now = deps.clock.now();
    effects.length = 0;
    // First of all: from here on nobody else changes the workspace, so that what is read stays true.
    await write.workspaces.raiseRevision(workspaceId, now);
    const entries = recording(deps, write.ledger, caller, now);
    const made = await work({
      ...write,
      ...entries,
      expect: (thing) => checkVersion(thing, expects),
      afterCommit: (committed) => void effects.push({ committed }),
      afterwards: (effect) => void effects.push(effect),
    });
    await entries.flush();
    if (idempotencyRecordOf !== undefined)
      await write.idempotency.insert(workspaceId, idempotencyRecordOf(made));
    return made;
  };
  return followed(deps, deps.store.transaction(transacted, { workspaceId, signal }), effects);
}

/** Runs the effects once it is known how the transaction ended. */
export async function followed<T>(
  deps: Pick<Deps, 'afterCommit' | 'afterRollback'>,
  running: Promise<T>,
  effects: readonly Effect[],
): Promise<T> {
  const result = await running.catch(async (error: unknown) => {
    if (!(error instanceof OutcomeUnknown)) await deps.afterRollback(effects);
    throw error;
  });
  await deps.afterCommit(effects);
  return result;
}
