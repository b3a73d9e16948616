// Queues mail, in the transaction of what it is about: both are committed, or neither. Any room may do that. What the
// mail says is decided when it is sent, by the renderer of its kind in `app/mail/renderers.ts`.
//
// To send a kind of mail: add it to `domain/mail/mail.ts`, write its renderer, and call `queueMail` in a change, or
// `queueMailAlone` where nothing else is written. Both do nothing while mail is not set up, or under a test key.

import type { Instant } from '../../domain/kernel/clock.ts';
import type { Mail, NewMail } from '../../domain/mail/mail.ts';
import type { Writer } from '../../ports/store.ts';
import type { Deps } from './change.ts';

export interface QueuedMail extends Pick<Mail, 'kind' | 'payload'> {
  /** Who gets it: an address, someone whom the workspace knows, or both. */
  address?: string;
  userId?: string;
  locale?: string | null;
  /** Of all mails of a workspace with one key, only the first is queued. */
  key: string;
  /** Now, unless given. */
  dueAt?: Instant;
}

type QueueDeps = Pick<Deps, 'clock' | 'mintId' | 'mail'>;

/** A change says when it is committed. */
type QueueWriter = Pick<Writer, 'mails'> & { afterCommit?(effect: () => void): void };

/** Whether mail can be sent at all; the same for everybody. */
export const canMail = ({ mail }: Pick<Deps, 'mail'>): boolean => mail !== undefined;

/** Returns how many were queued: none while mail is not set up, and none whose key was used before. */
export async function queueMails(
  { clock, mintId, mail: outlet }: QueueDeps,
  write: QueueWriter,
  workspaceId: string,
  mails: readonly QueuedMail[],
): Promise<number> {
  if (outlet === undefined) return 0;
  const now = clock.now();
  const rows = mails.map(
    ({ kind, payload, key, address = null, userId = null, locale = null, dueAt = now }): NewMail => ({
      ...{ id: mintId('mail'), kind, payload, key, address, userId, locale, dueAt, createdAt: now },
    }),
  );
  const queued = await write.mails.enqueue(workspaceId, outlet.publicUrl(), rows);
  if (queued.length > 0) write.afterCommit?.(outlet.onQueued);
  return queued.length;
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
