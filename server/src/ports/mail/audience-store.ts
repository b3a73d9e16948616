// Whom a telling reaches: those of its lists who have an address, did not turn such mails off, and were not told.

import type { Audience } from '../../domain/mail/telling.ts';

export interface AudienceReader {
  /** Looks at so many people at most; `isMore` if there are others. */
  count(audience: Audience, most: number): Promise<{ count: number; isMore: boolean }>;
  /** How many more it would reach with the voters, of so many at most. */
  countOtherVoters(audience: Audience, most: number): Promise<number>;
  /** Which of these people it reaches. */
  reachable(audience: Audience, userIds: readonly string[]): Promise<Set<string>>;
}
