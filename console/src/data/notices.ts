// Who was told of a post or a changelog entry by mail, and who would be.

import type { FieldsOf } from '@earshot/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { earshot } from './client.ts';

const pageSize = 20;

/** What is waiting is sent within seconds. */
const waitMs = 5_000;

export type NoticesOf = 'posts' | 'changelogs';

const read = (of: NoticesOf, id: string, after: string | undefined, signal: AbortSignal) =>
  earshot[of].notices(id, { limit: pageSize, after, signal }).page();

export type Notice = Awaited<ReturnType<typeof read>>['items'][number];

export const useNotices = (of: NoticesOf, id: string) =>
  useInfiniteQuery({
    queryKey: ['notices', of, id],
    queryFn: ({ pageParam, signal }) => read(of, id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]?.items.some(({ state }) => state === 'waiting')
        ? waitMs
        : false,
  });

/** Whom publishing tells: no one, the followers, or also those who only voted. */
export type Telling = NonNullable<FieldsOf<'createChangelog'>['notify']>;

/** An entry as it would be published. Without an ID, it is not saved yet. */
export type Publishable = Pick<
  FieldsOf<'createChangelog'>,
  'title' | 'content' | 'contentFormat' | 'linkedPostIds' | 'notify'
> & { id: string | undefined };

async function rehearse({ id, ...fields }: Publishable, signal: AbortSignal) {
  const asked = { ...fields, state: 'published', dryRun: true } as const;
  const { wouldNotify } =
    id === undefined
      ? await earshot.changelogs.create(asked, { signal })
      : await earshot.changelogs.update(id, asked, { signal });
  return wouldNotify ?? null;
}

export type WouldNotify = NonNullable<Awaited<ReturnType<typeof rehearse>>>;

/** How many people publishing would tell: those who follow, and apart from them those who only voted. */
export const useAudience = ({ id, title, linkedPostIds }: Publishable, isAsked: boolean) =>
  useQuery({
    // A new entry needs a title, though this preview doesn't show it.
    queryKey: ['audience', id ?? 'new', linkedPostIds],
    queryFn: ({ signal }) => rehearse({ id, title, linkedPostIds, notify: true }, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });

/** Who would be told, and the mail, of the entry as it is now. */
export const useRehearsal = (entry: Publishable) =>
  useQuery({
    queryKey: ['audience', 'mail', entry],
    queryFn: ({ signal }) => rehearse(entry, signal),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
