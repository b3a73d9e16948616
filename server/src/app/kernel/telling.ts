// Says that many people are to be told of a change, in its transaction: both are committed, or neither. Any room may do
// that. Who they are is decided afterward, by `app/mail/telling.ts`. Under a test key no one is told, and the answer says
// who would be.

import type { Choice } from '../../domain/kernel/notify.ts';
import { statusTellingKey, statusWaitsMs, type Telling } from '../../domain/mail/telling.ts';
import type { Change, Deps } from './change.ts';
import type { Rehearsed } from './rehearsal.ts';

export type NewTelling = Pick<Telling, 'kind' | 'about' | 'key' | 'payload'> &
  Partial<Pick<Telling, 'dueAt'>>;

/** Does nothing while mail is not set up. */
export async function tell(
  { mail, rehearse, clock, mintId }: Deps,
  write: Change,
  workspaceId: string,
  { dueAt = clock.now(), ...given }: NewTelling,
): Promise<Rehearsed> {
  const telling = {
    ...{ workspaceId, id: mintId('telling'), place: null, dueAt, createdAt: clock.now() },
    ...given,
  };
  if (rehearse !== undefined) return { wouldNotify: await rehearse(write, telling) };
  if (mail === undefined) return {};
  await write.tellings.removeByKeys(workspaceId, [telling.key]);
  await write.tellings.insert(telling);
  write.afterCommit(mail.onQueued);
  return {};
}

/** Whom a move to another status tells. */
export interface ToldOfStatus {
  choice: Choice | null;
  /** The team asked for it, and so also tells of a post that is not public. */
  isExplicit: boolean;
}

/**
 * Call it whenever a post has moved to another status. Whoever waits to be told of an earlier move is told of this one
 * instead, or of nothing: if it tells no one, or the post is back where it was.
 */
export async function tellStatus(
  deps: Deps,
  write: Change,
  workspaceId: string,
  { id, statusId }: { id: string; statusId: string },
  fromStatusId: string,
  { choice, isExplicit }: ToldOfStatus,
): Promise<Rehearsed> {
  if (deps.mail === undefined && choice === null) return {};
  const key = statusTellingKey(id);
  const waiting = await write.tellings.findByKey(workspaceId, key);
  const from = String(waiting?.payload.fromStatusId ?? fromStatusId);
  if (choice === null || from === statusId) {
    if (waiting !== undefined) await write.tellings.remove(workspaceId, waiting.id);
    return {};
  }
  return tell(deps, write, workspaceId, {
    ...{ kind: 'status', about: id, key },
    payload: { postId: id, fromStatusId: from, statusId, choice, isExplicit },
    dueAt: deps.clock.now() + statusWaitsMs,
  });
}
