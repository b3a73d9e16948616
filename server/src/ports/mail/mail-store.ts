// Storage of the mails of a workspace.

import type { Instant } from '../../domain/kernel/clock.ts';
import type { Slice } from '../../domain/kernel/page.ts';
import type { HeldFor, Mail, MailOutcome, MailQueue, NewMail, Urgency } from '../../domain/mail/mail.ts';
import type { ReplyTo } from '../../domain/mail/reply-to.ts';

export interface MailReader {
  find(workspaceId: string, id: string): Promise<Mail | undefined>;
  /** The notices about these, the newest first; the sort key is [id]. */
  pageAbout(workspaceId: string, about: readonly string[], slice: Slice): Promise<Mail[]>;
  /** How many notices were sent to the person since then, or are under way and were made before this one. */
  countNotices(workspaceId: string, userId: string, since: Instant, beforeId: string): Promise<number>;
  /** Of every workspace that ever queued mail. */
  queues(): Promise<MailQueue[]>;
  /** Undefined if the workspace never queued mail, and nothing holds any. */
  queue(workspaceId: string): Promise<Omit<MailQueue, 'dueAt'> | undefined>;
  replyTo(workspaceId: string): Promise<ReplyTo>;
  /** How many wait to be sent; counts up to `most`. */
  countWaiting(workspaceId: string, most: number): Promise<number>;
  /** The mails that failed, newest first. */
  failed(workspaceId: string, take: number): Promise<Mail[]>;
}

export interface MailClaim {
  at: Instant;
  until: Instant;
  claim: string;
  take: number;
}

export interface MailWriter extends MailReader {
  /**
   * Returns the IDs of those that are new: of mails with one key, only the first is queued. `publicUrl` is noted for
   * the first mail of a workspace.
   */
  enqueue(workspaceId: string, publicUrl: string, mails: readonly NewMail[]): Promise<string[]>;
  /** Due mails that no one else has, the urgent ones and then the oldest first; no notices of a queue that is held. */
  claim(workspaceId: string, claim: MailClaim): Promise<Mail[]>;
  /** Keeps those that are still claimed for longer. */
  renewClaim(workspaceId: string, claim: string, until: Instant): Promise<void>;
  /** A mail that was sent always counts; everything else only if the claim still holds. */
  settle(workspaceId: string, outcomes: readonly MailOutcome[], at: Instant): Promise<void>;
  /** Makes every claimed mail due: for a process that has the store to itself, whose predecessor died. */
  releaseClaims(at: Instant): Promise<void>;
  /** Holds the notices of the workspace, also before its first mail. If they are held already, nothing changes. */
  hold(workspaceId: string, heldFor: HeldFor, at: Instant): Promise<void>;
  release(workspaceId: string, publicUrl: string): Promise<void>;
  /** Of a workspace that has queued mail. */
  setReplyTo(workspaceId: string, replyTo: ReplyTo): Promise<void>;
  /** Drops a limited number of notices that wait; returns how many. */
  dropNotices(workspaceId: string, answer: string, at: Instant): Promise<number>;
  /** Removes every mail to the person, and to the address. */
  removeOf(workspaceId: string, userId: string, address: string | null): Promise<void>;
  /** Deletes a limited number of mails that were made before this time and have ended; returns how many. */
  forgetBefore(workspaceId: string, before: Readonly<Record<Urgency, Instant>>): Promise<number>;
}
