// What many people are to be told: a status, the team's answer, a changelog entry. It is written in the transaction of
// its cause, and becomes one mail a person afterward, some at a time.

import type { Instant } from '../kernel/clock.ts';
import type { Choice } from '../kernel/notify.ts';
import type { SortKey } from '../kernel/page.ts';
import type { MailPayload, NoticeKind } from './mail.ts';
import type { MailSettings } from './settings.ts';

export interface Telling {
  workspaceId: string;
  id: string;
  kind: NoticeKind;
  /** The post or changelog entry. */
  about: string;
  /** Of the tellings of a workspace with one key, there is one at a time: the last. */
  key: string;
  payload: MailPayload;
  /** Who has been told already; null before the first. */
  place: TellingPlace | null;
  dueAt: Instant;
  createdAt: Instant;
}

/** The last person who was told: in which of the lists of the audience, and where in it. */
export interface TellingPlace {
  list: number;
  /** Null at its beginning. */
  after: SortKey | null;
}

/** Whom a telling is for. */
export interface Audience {
  workspaceId: string;
  kind: NoticeKind;
  postIds: readonly string[];
  choice: Choice;
  /** The team tells of a post that is not public. */
  isInternal?: boolean;
  /** What the key of their mails begins with: whoever has one is never told again. */
  keys: readonly string[];
}

/** A status that changes again in this time is told once. */
export const statusWaitsMs = 10 * 60_000;

/** What visitors write can be taken back or removed in this time. */
export const visitorsTextWaitsMs = 2 * 60_000;

/** No one gets more than this many notices in a day. */
export const maxNoticesADay = 20;

/** Notices are kept this long, as the team's record of who was told what. */
export const noticesKeptMs = 366 * 24 * 3_600_000;

/**
 * After this time, an entry that was told is told to no one if it is published again: who was told is not known any more.
 * A day less, since a telling may take a while.
 */
export const entryToldForMs = noticesKeptMs - 24 * 3_600_000;

/** The settings that ask for a kind of thing: one is enough. */
export const wantedBy: Readonly<Record<NoticeKind, readonly Exclude<keyof MailSettings, 'language'>[]>> = {
  status: ['statusChanges'],
  answer: ['answers'],
  reply: ['replies'],
  changelog: ['changelog', 'allEntries'],
};

/** Whether a person wants to be told of this kind of thing. */
export const wants = (kind: NoticeKind, settings: MailSettings): boolean =>
  wantedBy[kind].some((each) => settings[each]);

export const statusTellingKey = (postId: string): string => `status:${postId}`;
