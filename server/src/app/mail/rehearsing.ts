// Finds out whom a change would tell, and what, from inside its transaction, which is then rolled back.

import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../domain/kernel/clock.ts';
import { notFound } from '../../domain/kernel/failure.ts';
import type { Audience, TellingPlace } from '../../domain/mail/telling.ts';
import type { SiteAddresses } from '../../domain/site/site.ts';
import type { Reader } from '../../ports/store.ts';
import type { Rehearse } from '../kernel/rehearsal.ts';
import { renderers } from './renderers.ts';
import { audienceOf, mailFor, nextPeople } from './telling.ts';

export interface RehearsingTools {
  siteAddresses: SiteAddresses;
  publicUrl(): string;
  clock: Clock;
}

/** The first of many are nearly always among so few. */
const atOnce = 100;
const maxCounted = 20_000;
const maxSample = 5;

export const rehearsing =
  ({ siteAddresses, publicUrl, clock }: RehearsingTools): Rehearse =>
  async (read, telling) => {
    const noAudience = { count: 0, isMore: false, isInternal: false, otherVoters: 0, sample: [], mail: null };
    const audience = await audienceOf(read, telling);
    if (audience === undefined) return noAudience;
    const { count, isMore } = await read.audiences.count(audience, maxCounted);
    const otherVoters = await read.audiences.countOtherVoters(audience, maxCounted);
    const first = count === 0 ? [] : await firstOf(read, audience);
    const users = await read.users.usersOf(telling.workspaceId, first);
    const site = await read.sites.find(telling.workspaceId);
    if (site === undefined) throw notFound('Workspace');
    const [userId] = first;
    const content =
      userId === undefined
        ? undefined
        : await renderers[telling.kind](
            {
              ...{ read, site, siteAddresses, publicUrl: publicUrl(), now: clock.now() },
              // No notice needs a secret.
              transaction: () => Promise.reject(new Error('A rehearsal writes nothing.')),
              // A link that leads nowhere: it is shown to the team.
              linkUrl: () => `${publicUrl()}/m/`,
            },
            { ...mailFor(telling, userId), id: '', address: null, locale: null },
          );
    return {
      ...{ count, isMore, isInternal: audience.isInternal === true, otherVoters },
      sample: first.flatMap((id) => users.get(id) ?? []),
      mail: content === undefined || 'dropped' in content ? null : content,
    };
  };

/** Who is told first. */
async function firstOf(read: Reader, audience: Audience): Promise<string[]> {
  const found = new Set<string>();
  for (let place: TellingPlace | null = null; ; ) {
    const page = await nextPeople(read, audience, place, atOnce);
    for (const userId of page.userIds) found.add(userId);
    if (page.place === undefined || found.size >= maxSample) return [...found].slice(0, maxSample);
    place = page.place;
    await setImmediate();
  }
}
