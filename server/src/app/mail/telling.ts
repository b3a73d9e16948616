// Who is told of a telling, and making their mails: some people at a time, each in a transaction that also notes how far
// it has come. So a process may die at any moment, and no one is missed or told twice.

import { followerSortKey } from '../../domain/feedback/follower.ts';
import { isShown } from '../../domain/feedback/post.ts';
import { voteSortKey } from '../../domain/feedback/vote.ts';
import type { Choice } from '../../domain/kernel/notify.ts';
import type { Slice, SortKey } from '../../domain/kernel/page.ts';
import {
  type Audience,
  entryToldForMs,
  statusWaitsMs,
  type Telling,
  type TellingPlace,
} from '../../domain/mail/telling.ts';
import type { Reader } from '../../ports/store.ts';
import type { Deps } from '../kernel/change.ts';
import { type QueuedMail, queueMails } from '../kernel/mail-queue.ts';

interface Listed {
  userId: string;
  key: SortKey;
}

type List = (slice: Slice) => Promise<Listed[]>;

/** People in order, some of them more than once. */
function listsOf(read: Reader, { workspaceId, kind, postIds, choice }: Audience): List[] {
  const followersOf =
    (postId: string): List =>
    async (slice) =>
      (await read.followers.pageOfPost(workspaceId, postId, slice)).map((each) => ({
        userId: each.userId,
        key: followerSortKey(each),
      }));
  const votersOf =
    (postId: string): List =>
    async (slice) =>
      (await read.votes.page(workspaceId, { postIds: [postId], slice })).map((each) => ({
        userId: each.userId,
        key: voteSortKey(each),
      }));
  const subscribers: List = async ({ take, after }) =>
    (
      await read.mailSettings.subscribersPage(
        workspaceId,
        after === undefined ? undefined : String(after[0]),
        take,
      )
    ).map((userId) => ({ userId, key: [userId] }));
  return [
    ...postIds.map(followersOf),
    ...(kind === 'changelog' ? [subscribers] : []),
    ...(choice === 'voters' ? postIds.map(votersOf) : []),
  ];
}

export interface AudiencePage {
  userIds: string[];
  /** Where the next page begins; undefined at the end. */
  place: TellingPlace | undefined;
}

/** Those of the next people who can be told and want it. A page may be empty though others follow. */
export async function nextPeople(
  read: Reader,
  audience: Audience,
  place: TellingPlace | null,
  take: number,
): Promise<AudiencePage> {
  const lists = listsOf(read, audience);
  const at = place?.list ?? 0;
  const list = lists[at];
  if (list === undefined) return { userIds: [], place: undefined };
  const people = await list({ take, skip: 0, after: place?.after ?? undefined });
  const last = people.at(-1);
  const isDone = people.length < take || last === undefined;
  const next = isDone ? { list: at + 1, after: null } : { list: at, after: last.key };
  const userIds = people.map(({ userId }) => userId);
  const reached = await read.audiences.reachable(audience, userIds);
  return {
    userIds: userIds.filter((userId) => reached.has(userId)),
    place: isDone && at + 1 >= lists.length ? undefined : next,
  };
}

/** How many people one transaction tells. */
export const toldInOneStep = 200;

/**
 * Tells some people, and returns how many; undefined if another process does. What there is nothing to tell of any more
 * is dropped.
 */
export const tellSome = (
  deps: Deps,
  { workspaceId, id }: Pick<Telling, 'workspaceId' | 'id'>,
): Promise<number | undefined> =>
  deps.store.transaction(
    async (write) => {
      const telling = await write.tellings.take(workspaceId, id);
      if (telling === undefined) return undefined;
      const audience = await audienceOf(write, telling);
      if (audience === undefined) {
        await write.tellings.remove(workspaceId, id);
        return 0;
      }
      const { userIds, place } = await nextPeople(write, audience, telling.place, toldInOneStep);
      const [key = ''] = audience.keys;
      const mails = userIds.map((userId): QueuedMail => ({ ...mailFor(telling, userId), key: key + userId }));
      if (mails.length > 0) await queueMails(deps, write, workspaceId, mails);
      if (place === undefined) await write.tellings.remove(workspaceId, id);
      else await write.tellings.move(workspaceId, id, place);
      return mails.length;
    },
    { workspaceId },
  );

export const mailFor = ({ kind, payload, about }: Telling, userId: string) => ({
  kind,
  payload,
  about,
  userId,
});

/** By what is true now; undefined if there is nothing to tell. */
export async function audienceOf(read: Reader, telling: Telling): Promise<Audience | undefined> {
  const { workspaceId, kind, about, payload } = telling;
  const choice: Choice = payload.choice === 'voters' ? 'voters' : 'followers';
  if (kind === 'changelog') return audienceOfEntry(read, telling, choice);
  const post = await read.posts.find(workspaceId, about);
  if (post === undefined || post.mergedIntoId !== null) return undefined;
  if (!isShown(post) && payload.isExplicit !== true) return undefined;
  const ofPost = { workspaceId, kind, postIds: [about], choice, isInternal: !isShown(post) };
  if (kind === 'answer') return { ...ofPost, keys: [`answer:${String(payload.commentId)}:`] };
  if (post.statusId !== payload.statusId || post.statusId === payload.fromStatusId) return undefined;
  // People who were just told of an entry about the post know already.
  const entries = await read.changelogs.publishedAbout(workspaceId, about, telling.createdAt - statusWaitsMs);
  const keys = [`status:${telling.id}:`, ...entries.map(({ id }) => entryKey(id))];
  return { ...ofPost, keys };
}

const entryKey = (changelogId: string): string => `changelog:${changelogId}:`;

async function audienceOfEntry(
  read: Reader,
  { workspaceId, about: changelogId, createdAt }: Telling,
  choice: Choice,
): Promise<Audience | undefined> {
  const entry = await read.changelogs.find(workspaceId, changelogId);
  if (entry?.state !== 'published' || createdAt - (entry.toldAt ?? createdAt) > entryToldForMs)
    return undefined;
  const linkedIds =
    (await read.changelogs.linkedPostIdsOf(workspaceId, [changelogId])).get(changelogId) ?? [];
  const posts = await read.posts.postsOf(workspaceId, linkedIds);
  const postIds = linkedIds.filter((id) => {
    const post = posts.get(id);
    return post !== undefined && isShown(post);
  });
  return { workspaceId, kind: 'changelog', postIds, choice, keys: [entryKey(changelogId)] };
}
