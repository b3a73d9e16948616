// What every use case is given. The live and the test wiring differ in these and in nothing else.

import type { KeyMode } from '../domain/api-key.ts';
import type { Clock } from '../domain/clock.ts';
import type { Event, EventType } from '../domain/event.ts';
import type { MintId } from '../domain/id.ts';
import type { Files } from '../ports/files.ts';
import type { Store, Writer } from '../ports/store.ts';

export interface Deps {
  store: Store;
  files: Files;
  clock: Clock;
  mintId: MintId;
}

/** The application that calls, known by its key. */
export interface Caller {
  workspaceId: string;
  keyId: string;
  mode: KeyMode;
}

/** One transaction of one caller: its writes, and the events they cause. */
export interface Change extends Writer {
  announce(type: EventType, object: object): void;
}

/**
 * The only way a use case writes: the writes, their events and the workspace's new revision are one
 * transaction, and the promise resolves when all of it is durable.
 */
export function change<T>(deps: Deps, caller: Caller, work: (change: Change) => Promise<T>): Promise<T> {
  return deps.store.transaction(async (write) => {
    const events: Event[] = [];
    const announce = (type: EventType, object: object): void => {
      const actor = { type: 'key', id: caller.keyId } as const;
      events.push({ id: deps.mintId('event'), type, createdAt: deps.clock.now(), object, actor });
    };
    const result = await work({ ...write, announce });
    await write.outbox.append(caller.workspaceId, events);
    await write.workspaces.raiseRevision(caller.workspaceId);
    return result;
  });
}
