// Mails that wait to be sent, or were. What a mail says is decided when it is sent, by what is true then, so it holds
// only what it is about.

import type { Instant } from '../kernel/clock.ts';

/** What people are told because they follow a post, or the changelog. */
export const noticeKinds = ['status', 'answer', 'reply', 'changelog'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What members are told about their inbox. */
export const teamMailKinds = ['inbox', 'digest'] as const;

export const mailKinds = ['test', 'sign-in', 'invite', 'reply-to', ...noticeKinds, ...teamMailKinds] as const;
export type MailKind = (typeof mailKinds)[number];

/** Mails that someone waits for go first: no one who signs in waits behind ten thousand notices. */
export const urgencies = ['asked', 'notice'] as const;
export type Urgency = (typeof urgencies)[number];

export const urgencyOf: Readonly<Record<MailKind, Urgency>> = {
  test: 'asked',
  'sign-in': 'asked',
  invite: 'asked',
  'reply-to': 'asked',
  status: 'notice',
  answer: 'notice',
  reply: 'notice',
  changelog: 'notice',
  inbox: 'notice',
  digest: 'notice',
};

/** `dropped`: when it was due, there was nothing to tell, or no one who wanted it. */
export const mailStates = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type MailState = (typeof mailStates)[number];

/** IDs and a few short words: no text that could change or be erased before the mail is sent. */
export type MailPayload = Readonly<Record<string, string | number | boolean | null>>;

export interface Mail {
  id: string;
  kind: MailKind;
  /** Null for the person's address, whichever that is when the mail is sent. */
  address: string | null;
  /** Who gets it, if that is someone whom the workspace knows. */
  userId: string | null;
  payload: MailPayload;
  /** Of a notice: the ID of the post or changelog entry whose team sees who was told. */
  about: string | null;
  /** The recipient's language, if it is known. */
  locale: string | null;
  state: MailState;
  /** Null unless it waits. While it is being sent, when another process would take it over. */
  dueAt: Instant | null;
  isUnderway: boolean;
  /** How many attempts to send it failed. */
  attempts: number;
  /** What the server said last, or why the mail was dropped: one line. */
  answer: string | null;
  createdAt: Instant;
  finishedAt: Instant | null;
}

/** Of all mails of a workspace with one key, only the first is queued. */
export type NewMail = Pick<Mail, 'id' | 'kind' | 'address' | 'userId' | 'payload' | 'about' | 'locale'> & {
  key: string;
  urgency: Urgency;
  dueAt: Instant;
  createdAt: Instant;
};

/** What became of a claimed mail. */
export interface MailOutcome {
  id: string;
  claim: string;
  state: MailState;
  dueAt: Instant | null;
  /** Whether this counts as a failed attempt. */
  isAttempt: boolean;
  /** Undefined leaves what was there. */
  answer: string | undefined;
}

/**
 * Why notices stay in a queue until an admin releases it: a backup was restored, people came by an import, or the address
 * of the installation is another one, as that of a copy is. Mails that someone asked for still go.
 */
export const heldReasons = ['restored', 'imported', 'moved'] as const;
export type HeldFor = (typeof heldReasons)[number];

export interface MailQueue {
  workspaceId: string;
  /** The address of the installation that its links were meant for; empty if it was held before its first mail. */
  publicUrl: string;
  heldFor: HeldFor | null;
  heldAt: Instant | null;
  /** When the first of its mails is due that may be sent; null if none waits. */
  dueAt: Instant | null;
}

const hourMs = 3_600_000;

/** How long mails of a kind are worth sending: they may have waited for a mail server, or lain in a backup. */
const worthSendingMs: Readonly<Record<MailKind, number>> = {
  test: 72 * hourMs,
  // People who still need it have asked again.
  'sign-in': hourMs,
  // As long as its link.
  invite: 7 * 24 * hourMs,
  'reply-to': 72 * hourMs,
  status: 72 * hourMs,
  answer: 72 * hourMs,
  reply: 72 * hourMs,
  changelog: 72 * hourMs,
  inbox: 72 * hourMs,
  // The next one says the same and more.
  digest: 24 * hourMs,
};

export const isTooLate = ({ kind, createdAt }: Pick<Mail, 'kind' | 'createdAt'>, now: Instant): boolean =>
  now - createdAt > worthSendingMs[kind];
