// What a change under a test key says instead of telling people by mail.

import type { MailContent } from '../../domain/mail/content.ts';
import type { Telling } from '../../domain/mail/telling.ts';
import type { User } from '../../domain/people/user.ts';
import type { Reader } from '../../ports/store.ts';

/** Whom a change would tell, and what. */
export interface WouldNotify {
  count: number;
  /** There are more than were looked at. */
  isMore: boolean;
  /** The post is internal, and its title would leave the team. */
  isInternal: boolean;
  /** Those who voted, do not follow, and are not told. */
  otherVoters: number;
  /** Some of those who are told. */
  sample: User[];
  /** As the first of them would get it; null if no one would. */
  mail: MailContent | null;
}

/** What a use case returns besides its result. */
export interface Rehearsed {
  wouldNotify?: WouldNotify;
}

export type Rehearse = (read: Reader, telling: Telling) => Promise<WouldNotify>;
