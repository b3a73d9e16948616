// Queues mail, in the transaction of what it is about: both are committed, or neither. Any room may do that. What the
// mail says is decided when it is sent, by the renderer of its kind in `app/mail/renderers.ts`.
//
// To send a kind of mail: add it to `domain/mail/mail.ts`, write its renderer, and call `queueMail` in a change, or
// `queueMailAlone` where nothing else is written. Both do nothing while mail is not set up, or under a test key.

import type { Instant } from '../../domain/kernel/clock.ts';
import { type Mail, type NewMail, urgencyOf } from '../../domain/mail/mail.ts';
import { addressHash, leftBy, newMailKey, userHash } from '../../domain/mail/suppression.ts';
import type { SuppressionReader } from '../../ports/mail/suppression-store.ts';
import type { Writer } from '../../ports/store.ts';
import type { Deps } from './change.ts';

export interface QueuedMail extends Pick<Mail, 'kind' | 'payload'> {
  /** Who gets it: an address, someone whom the workspace knows, or both. */
  address?: string;
  userId?: string;
  locale?: string | null;
  /** Of a notice: the ID of the post or entry. */
  about?: string;
  /** Of all mails of a workspace with one key, only the first is queued. */
  key: string;
  /** Now, unless given. */
  dueAt?: Instant;
}

type QueueDeps = Pick<Deps, 'clock' | 'mintId' | 'mail'>;

/** A change says when it is committed. */
type QueueWriter = Pick<Writer, 'mails' | 'suppressions'> & { afterCommit?(effect: () => void): void };

/**
 * Returns how many were queued: none while mail is not set up, none whose key was used before, and none to an address
 * that takes no mail like it.
 */
export async function queueMails(
  { clock, mintId, mail: outlet }: QueueDeps,
  write: QueueWriter,
  workspaceId: string,
  mails: readonly QueuedMail[],
): Promise<number> {
  if (outlet === undefined) return 0;
  const now = clock.now();
  const rows = mails.map(
    ({ kind, payload, key, dueAt = now, ...mail }): NewMail => ({
      ...{ id: mintId('mail'), kind, payload, key, dueAt, createdAt: now },
      ...{ address: null, userId: null, locale: null, about: null },
      ...mail,
      urgency: urgencyOf[kind],
    }),
  );
  const wanted = await unsuppressed(write, workspaceId, rows);
  const queued = await write.mails.enqueue(workspaceId, outlet.publicUrl(), wanted);
  if (queued.length > 0) write.afterCommit?.(outlet.onQueued);
  return queued.length;
}

/** Without those that would be dropped when they are sent, as far as that is known: of one address at a time. */
async function unsuppressed(
  { suppressions }: QueueWriter,
  workspaceId: string,
  mails: readonly NewMail[],
): Promise<readonly NewMail[]> {
  const key = await suppressions.ensureKey(workspaceId, newMailKey());
  const [only, ...others] = mails;
  // Of many, each is looked at when it is sent. A notice is recorded even if it is not sent.
  if (only === undefined || others.length > 0 || urgencyOf[only.kind] === 'notice') return mails;
  return (await isSuppressed(suppressions, key, workspaceId, only)) ? [] : mails;
}

/** Whether the recipient takes no mail like this one. */
export async function isSuppressed(
  suppressions: SuppressionReader,
  key: string,
  workspaceId: string,
  { kind, address, userId }: Pick<Mail, 'kind' | 'address' | 'userId'>,
): Promise<boolean> {
  const hashes = [
    ...(address === null ? [] : [addressHash(key, address)]),
    ...(userId === null ? [] : [userHash(key, userId)]),
  ];
  const scopes = await suppressions.scopesOf(workspaceId, hashes);
  return scopes.some((scope) => scope === 'all' || scope === leftBy[kind]);
}

/** Whether it was queued. */
export const queueMail = async (
  deps: QueueDeps,
  write: QueueWriter,
  workspaceId: string,
  mail: QueuedMail,
): Promise<boolean> => (await queueMails(deps, write, workspaceId, [mail])) === 1;

/** In a transaction of its own, which leaves no trace in the ledger and raises no revision. */
export async function queueMailAlone(
  deps: QueueDeps & Pick<Deps, 'store'>,
  workspaceId: string,
  mail: QueuedMail,
): Promise<boolean> {
  if (deps.mail === undefined) return false;
  const isQueued = await deps.store.transaction((write) => queueMail(deps, write, workspaceId, mail));
  if (isQueued) deps.mail.onQueued();
  return isQueued;
}
