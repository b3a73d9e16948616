// Every list query of the API, to check each engine's plans.

import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { type PostQuery, type PostSort, postSorts } from '../../src/domain/feedback/post.ts';
import { attachmentReader } from '../../src/engines/sql/files/attachments.ts';
import { deliveryReader } from '../../src/engines/sql/events/deliveries.ts';
import { ledgerReader } from '../../src/engines/sql/events/ledger.ts';
import { webhookReader } from '../../src/engines/sql/events/webhooks.ts';
import { publicContentReader } from '../../src/engines/sql/site/public-content.ts';
import { changelogReader } from '../../src/engines/sql/changelog/changelogs.ts';
import { commentReader } from '../../src/engines/sql/feedback/comments.ts';
import { followerReader } from '../../src/engines/sql/feedback/followers.ts';
import type { Dialect, Locks } from '../../src/engines/sql/kernel/dialect.ts';
import { audienceReader } from '../../src/engines/sql/mail/audiences.ts';
import { mailSettingsReader } from '../../src/engines/sql/mail/settings.ts';
import { postTypeReader } from '../../src/engines/sql/catalog/post-types.ts';
import { postReader } from '../../src/engines/sql/feedback/posts.ts';
import { idempotencyReader } from '../../src/engines/sql/kernel/idempotency.ts';
import { statusReader } from '../../src/engines/sql/catalog/statuses.ts';
import type { Tables } from '../../src/engines/sql/kernel/tables.ts';
import { tagReader } from '../../src/engines/sql/catalog/tags.ts';
import { viewReader } from '../../src/engines/sql/feedback/views.ts';
import { importReader } from '../../src/engines/sql/porting/imports.ts';
import { userReader } from '../../src/engines/sql/people/users.ts';
import { inboxReader } from '../../src/engines/sql/team/inboxes.ts';
import { membershipReader } from '../../src/engines/sql/team/memberships.ts';
import { voteReader } from '../../src/engines/sql/feedback/votes.ts';

const filters: Record<string, Partial<PostQuery>> = {
  'no filter': {},
  'one status': { statusIds: ['stat_a'] },
  'one type': { typeIds: ['type_a'] },
  'one status and one type': { statusIds: ['stat_a'], typeIds: ['type_a'] },
  'many statuses': { statusIds: ['stat_a', 'stat_b', 'stat_c'] },
  'many types': { typeIds: ['type_a', 'type_b'] },
  'many statuses and types': { statusIds: ['stat_a', 'stat_b'], typeIds: ['type_a', 'type_b'] },
  search: { searches: [['dark']] },
  'search in one status': { searches: [['dark', 'mode']], statusIds: ['stat_a'] },
};

const sortKey = (sort: PostSort) => (sort === 'votes' ? [3, 1_700_000_000_000, 'post_x'] : [1_700_000_000_000, 'post_x']);

const slices = {
  'first page': () => ({ take: 21, skip: 0, after: undefined }),
  offset: () => ({ take: 21, skip: 400, after: undefined }),
  after: (sort: PostSort) => ({ take: 21, skip: 0, after: sortKey(sort) }),
};

const first = { take: 21, skip: 0, after: undefined };
const eventsAfter = { after: 900, upTo: 1900, take: 21, maxCharacters: 1_000_000 };
const after = { take: 21, skip: 0, after: [1_700_000_000_000, 'x'] };
const afterVote = { take: 21, skip: 0, after: [1_700_000_000_000, 'post_x', 'user_x'] };
const since = { updatedSince: 1_700_000_000_000 };
const some = ['a', 'b'];

const audience = {
  kind: 'status',
  postIds: ['post_a'],
  choice: 'followers',
  keys: ['status:telling_a:'],
} as const;

export const noLocks: Locks = { held: (rows) => rows, unclaimed: (rows) => rows };

type Differing = Pick<Dialect, 'search' | 'lookups'>;

export const readers = (db: Kysely<Tables>, { search, lookups }: Differing) => ({
  users: userReader(db, search.users, lookups),
  posts: postReader(db, search),
  comments: commentReader(db, lookups),
  votes: voteReader(db),
  followers: followerReader(db),
  audiences: audienceReader(db),
  mailSettings: mailSettingsReader(db),
  statuses: statusReader(db),
  postTypes: postTypeReader(db),
  tags: tagReader(db),
  views: viewReader(db),
  changelogs: changelogReader(db, noLocks),
  attachments: attachmentReader(db),
  ledger: ledgerReader(db),
  webhooks: webhookReader(db),
  deliveries: deliveryReader(db),
  idempotency: idempotencyReader(db),
  imports: importReader(db, lookups),
  publicContent: publicContentReader(db),
  memberships: membershipReader(db),
  inboxes: inboxReader(db),
});

export type Lists = Record<string, (read: ReturnType<typeof readers>, workspaceId: string) => Promise<unknown>>;

/** What imports and bulk writes look up for each of their steps. */
export const lookupsOfMany: Lists = {
  'comments of a bulk write': (read, at) => read.comments.commentsOf(at, some),
  'comments of a bulk write, by external ID': (read, at) => read.comments.byExternalIds(at, some),
  'records of an import': (read, at) => read.imports.journalOf(at, 'import_1', 'comment', some),
  'imported comments': (read, at) => read.imports.existing(at, 'comments', some),
  'imported people': (read, at) => read.imports.existing(at, 'users', some),
  'imported status changes': (read, at) => read.imports.existing(at, 'statusChanges', some),
  'posts by external ID': (read, at) => read.imports.idsByExternalIds(at, 'posts', some),
  'comments by external ID': (read, at) => read.imports.idsByExternalIds(at, 'comments', some),
  'people by external ID and email': (read, at) =>
    read.users.named(at, { ids: [], externalIds: some, emails: some }),
  'posts that are merged': (read, at) => read.imports.mergedIntoOf(at, some),
  'posts that others are merged into': (read, at) => read.imports.mergeTargets(at, some),
  'visibility of imported posts': (read, at) => read.imports.publicPosts(at, some),
  'which of some people can be told': (read, at) =>
    read.audiences.reachable({ ...audience, workspaceId: at }, some),
  'threads of comments': (read, at) => read.imports.threadsOfComments(at, some),
};

/** The other lists: first page, later page, and with each filter. */
export const lists: Lists = {
  ...lookupsOfMany,
  'users, first page': (read, at) => read.users.page(at, { sort: 'recent', slice: first }),
  'users, oldest, after': (read, at) => read.users.page(at, { sort: 'oldest', slice: after }),
  'users, search': (read, at) => read.users.page(at, { searches: [['ada']], sort: 'recent', slice: first }),
  'users, search, after': (read, at) =>
    read.users.page(at, { searches: [['ada']], sort: 'recent', slice: after }),
  'users, by e-mail': (read, at) => read.users.page(at, { emails: some, sort: 'recent', slice: first }),
  'users, by external id': (read, at) =>
    read.users.page(at, { externalIds: some, sort: 'recent', slice: first }),
  'users, updated since': (read, at) => read.users.page(at, { ...since, sort: 'recent', slice: after }),
  'posts of an author': (read, at) => read.posts.page(at, { authorIds: ['user_a'], sort: 'recent', slice: after }),
  'posts of several authors': (read, at) =>
    read.posts.page(at, { authorIds: some, sort: 'oldest', slice: after }),
  'posts of an author, by votes': (read, at) =>
    read.posts.page(at, { authorIds: ['user_a'], sort: 'votes', slice: first }),
  'posts of an owner': (read, at) => read.posts.page(at, { ownerIds: ['acct_a'], sort: 'recent', slice: after }),
  'posts of several owners, by votes': (read, at) =>
    read.posts.page(at, { ownerIds: some, sort: 'votes', slice: first }),
  'former owners': (read, at) => read.posts.formerOwners(at),
  members: (read, at) => read.memberships.page(at, { slice: after }),
  'members by e-mail': (read, at) => read.memberships.page(at, { emails: some, slice: first }),
  'members by id': (read, at) => read.memberships.membersOf(at, some),
  'entries of an inbox': (read, at) =>
    read.inboxes.entries(at, 'acct_a', { after: 7, before: 900, take: 500 }),
  'posts that were put off': (read, at) => read.inboxes.due(at, 'acct_a', 1_700_000_000_000, 100),
  'marks of an inbox': (read, at) => read.inboxes.marksOf(at, 'acct_a', some),
  'posts of an inbox': (read, at) => read.inboxes.postsOf(at, some),
  'comments of an inbox': (read, at) => read.inboxes.commentsOf(at, some),
  'digests that are due': (read) => read.inboxes.digestsDue(1_700_000_000_000, 20),
  'the next digest due': (read) => read.inboxes.nextDigestAt(1_700_000_000_000),
  'the last mark of an inbox': (read, at) => read.inboxes.lastDoneAt(at, 'acct_a'),
  'posts with a tag': (read, at) => read.posts.page(at, { tagIds: ['tag_a'], sort: 'recent', slice: after }),
  'posts by external id': (read, at) =>
    read.posts.page(at, { externalIds: some, sort: 'recent', slice: first }),
  'posts, created between': (read, at) =>
    read.posts.page(at, { createdSince: 1, createdBefore: 2_000_000_000_000, sort: 'recent', slice: after }),
  'posts, created between, by votes': (read, at) =>
    read.posts.page(at, { createdSince: 1, createdBefore: 2_000_000_000_000, sort: 'votes', slice: first }),
  'posts, created before, in one status': (read, at) =>
    read.posts.page(at, {
      createdBefore: 2_000_000_000_000,
      statusIds: ['stat_a'],
      sort: 'oldest',
      slice: first,
    }),
  'posts, search with a tag': (read, at) =>
    read.posts.page(at, { searches: [['dark']], tagIds: ['tag_a'], sort: 'recent', slice: after }),
  'posts, search, created between': (read, at) =>
    read.posts.page(at, {
      searches: [['dark']],
      createdSince: 1,
      createdBefore: 2_000_000_000_000,
      sort: 'recent',
      slice: after,
    }),
  'the id of an external id': (read, at) => read.posts.findIdByExternalId(at, 'crm-7'),
  'tags by name': (read, at) => read.tags.idsOfNames(at, some),
  'posts of a follower': (read, at) => read.posts.page(at, { followerIds: ['user_a'], sort: 'recent', slice: after }),
  'posts of a voter': (read, at) => read.posts.page(at, { voterIds: ['user_a'], sort: 'recent', slice: after }),
  'posts, updated since': (read, at) => read.posts.page(at, { ...since, sort: 'recent', slice: after }),
  'posts, updated since, in one status': (read, at) =>
    read.posts.page(at, { ...since, statusIds: ['stat_a'], sort: 'votes', slice: first }),
  'posts, public': (read, at) => read.posts.page(at, { visibilities: ['public'], sort: 'recent', slice: after }),
  'posts, public, one status': (read, at) =>
    read.posts.page(at, { visibilities: ['public'], statusIds: ['stat_a'], sort: 'votes', slice: first }),
  'posts, search in texts': (read, at) =>
    read.posts.page(at, { texts: { searches: [['dark', 'mode']], withNotes: false }, sort: 'recent', slice: after }),
  'posts, search in texts and notes, one status, by votes': (read, at) =>
    read.posts.page(at, {
      texts: { searches: [['dark'], ['mode']], withNotes: true },
      statusIds: ['stat_a'],
      sort: 'votes',
      slice: first,
    }),
  'posts, common word in texts': (read, at) =>
    read.posts.page(at, { texts: { searches: [['title']], withNotes: false }, sort: 'recent', slice: after }),
  'posts with comments': (read, at) => read.posts.page(at, { hasComments: true, sort: 'recent', slice: after }),
  'posts without comments, one status': (read, at) =>
    read.posts.page(at, { hasComments: false, statusIds: ['stat_a'], sort: 'votes', slice: first }),
  'posts without an answer': (read, at) => read.posts.page(at, { unansweredSince: 5, sort: 'recent', slice: after }),
  'posts without an answer, one status': (read, at) =>
    read.posts.page(at, { unansweredSince: 5, statusIds: ['stat_a'], sort: 'votes', slice: first }),
  'posts, whether any is public': async (read, at) => [
    await read.posts.hasPublic(at, { statusId: 'stat_a' }),
    await read.posts.hasPublic(at, { tagId: 'tag_a' }),
  ],
  'posts, whether any of some is public': (read, at) => read.posts.areAnyShown(at, some),
  'where public posts are': (read, at) => read.publicContent.postGroups(at),
  'how many posts are public': async (read, at) => [
    await read.publicContent.countPosts(at, {}, 10_001),
    await read.publicContent.countPosts(at, { statusIds: some, typeIds: some }, 10_001),
  ],
  'the public comments of a post': (read, at) => read.publicContent.comments(at, 'post_a', after),
  'the answer to a post': (read, at) => read.publicContent.findAnswer(at, 'post_a'),
  'an entry by its slug': (read, at) => read.changelogs.findBySlug(at, 'new'),
  'posts, merged': (read, at) => read.posts.page(at, { isMerged: true, sort: 'recent', slice: after }),
  'posts, merged into a post': (read, at) =>
    read.posts.page(at, { mergedIntoIds: ['post_a'], sort: 'recent', slice: after }),
  'posts by id': (read, at) => read.posts.postsOf(at, some),
  'comments, first page': (read, at) => read.comments.page(at, { isPrivate: false, slice: first }),
  'comments, after': (read, at) => read.comments.page(at, { isPrivate: false, slice: after }),
  'comments, private': (read, at) => read.comments.page(at, { isPrivate: true, slice: after }),
  'comments, updated since': (read, at) => read.comments.page(at, { isPrivate: false, ...since, slice: after }),
  'comments of a post, as a feed': (read, at) =>
    read.comments.page(at, { isPrivate: false, postIds: ['post_a'], slice: after }),
  'comments of a person': (read, at) =>
    read.comments.page(at, { isPrivate: false, userIds: ['user_a'], slice: after }),
  'comments of several posts': (read, at) =>
    read.comments.page(at, { isPrivate: false, postIds: some, slice: after }),
  'comments of a post': async (read, at) => {
    for await (const batch of read.comments.outline(at, 'post_a', 'all')) expect(batch).toEqual([]);
  },
  'comments of a post, top-level': async (read, at) => {
    for await (const batch of read.comments.outline(at, 'post_a', 'top-level')) expect(batch).toEqual([]);
  },
  'comments by external id': (read, at) =>
    read.comments.page(at, { isPrivate: false, externalIds: some, slice: after }),
  'comments with replies': (read, at) => read.comments.withReplies(at, 'post_a', some),
  'comments by id': (read, at) => read.comments.commentsOf(at, some),
  'votes, first page': (read, at) => read.votes.page(at, { slice: first }),
  'votes, after': (read, at) => read.votes.page(at, { slice: afterVote }),
  'votes, updated since': (read, at) => read.votes.page(at, { ...since, slice: afterVote }),
  'votes of a post': (read, at) => read.votes.page(at, { postIds: ['post_a'], slice: afterVote }),
  'votes of a person': (read, at) => read.votes.page(at, { userIds: ['user_a'], slice: afterVote }),
  'votes of several posts': (read, at) => read.votes.page(at, { postIds: some, slice: afterVote }),
  'votes of several people': (read, at) => read.votes.page(at, { userIds: some, slice: first }),
  'votes of a person on a post': (read, at) =>
    read.votes.page(at, { userIds: ['user_a'], postIds: ['post_a'], slice: first }),
  'followers of a post': (read, at) => read.followers.pageOfPost(at, 'post_a', { ...first, after: [1_700_000_000_000, 'user_x'] }),
  'posts that a person follows': (read, at) => read.followers.pageOfUser(at, 'user_a', { ...first, after: ['post_x'] }),
  'subscribers to the changelog': (read, at) => read.mailSettings.subscribersPage(at, 'user_x', 100),
  'how many people would be told': (read, at) =>
    read.audiences.count({ ...audience, workspaceId: at, choice: 'voters' }, 20_000),
  'how many other voters would be told': (read, at) =>
    read.audiences.countOtherVoters({ ...audience, workspaceId: at }, 20_000),
  'which of some posts a person follows': (read, at) => read.followers.followedOf(at, 'user_a', some),
  'votes of a person, set aside': (read, at) => read.votes.setAside(at, 'user_a', afterVote),
  'voters of posts': (read, at) =>
    read.votes.votesOf(
      at,
      [
        { id: 'post_a', votesCount: 5, importedVotes: 0 },
        { id: 'post_b', votesCount: 5, importedVotes: 0 },
      ],
      1000,
    ),
  'status changes, first page': (read, at) => read.statuses.pageOfChanges(at, { slice: first }),
  'status changes, after': (read, at) => read.statuses.pageOfChanges(at, { slice: after }),
  'status changes, updated since': (read, at) => read.statuses.pageOfChanges(at, { ...since, slice: after }),
  'status changes of a post': (read, at) => read.statuses.pageOfChanges(at, { postIds: ['post_a'], slice: after }),
  'status changes to a status': (read, at) =>
    read.statuses.pageOfChanges(at, { toStatusIds: ['stat_a'], slice: after }),
  'webhooks that are enabled': (read, at) => read.webhooks.activeOf(at),
  'deliveries, after': (read, at) =>
    read.deliveries.page(at, 'hook_a', { slice: { ...first, after: [900] } }),
  'deliveries in some states': (read, at) =>
    read.deliveries.page(at, 'hook_a', { states: ['pending', 'failed'], slice: { ...first, after: [900] } }),
  'a delivery of an event': (read, at) => read.deliveries.find(at, 'hook_a', 'evt_a'),
  'attempts of a delivery': (read, at) => read.deliveries.attempts(at, 'hook_a', 7),
  'thresholds of posts': (read, at) => read.deliveries.thresholdsOf(at, some),
  'events at positions': (read, at) => read.ledger.eventsAt(at, [7, 8]),
  'the position at a time': (read, at) => read.ledger.positionAt(at, 1_700_000_000_000),
  tags: (read, at) => read.tags.page(at, { slice: { ...first, after: ['ui'] } }),
  'tags of posts': (read, at) => read.tags.tagsOf(at, some),
  'attachments of posts': (read, at) => read.attachments.attachmentsOf(at, some),
  'attachments of changelogs': (read, at) => read.attachments.attachmentsOfChangelogs(at, some),
  'changelogs, first page': (read, at) => read.changelogs.page(at, { sort: 'recent', slice: first }),
  'changelogs, after': (read, at) => read.changelogs.page(at, { sort: 'recent', slice: after }),
  'changelogs, by publication, after': (read, at) => read.changelogs.page(at, { sort: 'published', slice: after }),
  'changelogs in a state': (read, at) =>
    read.changelogs.page(at, { states: ['published'], sort: 'recent', slice: after }),
  'changelogs in a state, by publication': (read, at) =>
    read.changelogs.page(at, { states: ['published'], sort: 'published', slice: after }),
  'changelogs with a label': (read, at) =>
    read.changelogs.page(at, { labels: ['new'], sort: 'recent', slice: after }),
  'changelogs, search': (read, at) =>
    read.changelogs.page(at, { searches: [['new']], sort: 'recent', slice: after }),
  'changelogs, updated since': (read, at) =>
    read.changelogs.page(at, { ...since, sort: 'recent', slice: after }),
  'changelogs that are due': (read) => read.changelogs.due(1_700_000_000_000, 10),
  'the next changelog due': (read) => read.changelogs.nextDueAt(1_700_000_000_000),
  'posts of changelogs': (read, at) => read.changelogs.linkedPostIdsOf(at, some),
  'slugs of changelogs': (read, at) => read.changelogs.slugsLike(at, 'new'),
  'audit log, first page': (read, at) => read.ledger.audit(at, { slice: first }),
  'audit log, after': (read, at) => read.ledger.audit(at, { slice: { ...first, after: [900] } }),
  'audit log of a thing': (read, at) => read.ledger.audit(at, { objectIds: ['post_a'], slice: first }),
  'audit log of an actor': (read, at) => read.ledger.audit(at, { actorIds: ['key_a'], slice: first }),
  'audit log of an action': (read, at) => read.ledger.audit(at, { actions: ['post.created'], slice: first }),
  'audit log, updated since': (read, at) => read.ledger.audit(at, { ...since, slice: first }),
  'events, after': (read, at) => read.ledger.feed(at, { ...eventsAfter, types: undefined }),
  'events of some types, after': (read, at) =>
    read.ledger.feed(at, { ...eventsAfter, types: ['post.created', 'post.deleted'] }),
  'the last event': (read, at) => read.ledger.lastSequence(at),
  'the last event before a position': (read, at) => read.ledger.lastBefore(at, 900),
  'types of new events': (read, at) => read.ledger.typesAfter(at, 900, 500),
  'where the feed begins': (read, at) => read.ledger.keptAfter(at, 1_000_000),
  deletions: (read, at) => read.ledger.deletions(at, { slice: first }),
  'deletions of a kind, after': (read, at) =>
    read.ledger.deletions(at, { kinds: ['post'], slice: { ...first, after: [900] } }),
  'deletions since': (read, at) =>
    read.ledger.deletions(at, { kinds: ['post'], since: 1_700_000_000_000, slice: first }),
  statuses: (read, at) => read.statuses.page(at, { slice: { ...first, after: [3, 'stat_x'] } }),
  'post types': (read, at) => read.postTypes.page(at, { slice: { ...first, after: [3, 'type_x'] } }),
  views: (read, at) => read.views.page(at, { seenBy: 'acct_a', slice: { ...first, after: ['a', 'view_a'] } }),
  'a kept answer': (read, at) => read.idempotency.find(at, 'once'),
};

/** Naturally few rows, which are sorted instead of scanned past. */
export const isSorted = new Set([
  'entries of an inbox',
  'posts, public',
  'posts, public, one status',
  'posts, search in texts',
  'posts, search in texts and notes, one status, by votes',
  'posts, common word in texts',
  'posts with comments',
  'posts without an answer, one status',
  'events of some types, after',
  'users, by e-mail',
  'users, search',
  'users, search, after',
  'users, by external id',
  'users, updated since',
  'posts of a voter',
  'posts of a follower',
  'posts of an author, by votes',
  'members',
  'members by e-mail',
  'posts of an owner',
  'posts of several owners, by votes',
  'posts with a tag',
  'posts by external id',
  'posts, created between, by votes',
  'posts, created before, in one status',
  'posts, search with a tag',
  'posts, search, created between',
  'posts, updated since',
  'posts, updated since, in one status',
  'posts, merged',
  'posts, merged into a post',
  'comments, updated since',
  'comments by external id',
  'votes of several posts',
  'votes of several people',
  'posts that a person follows',
  'how many people would be told',
  'how many other voters would be told',
  'comments of several posts',
  'tags of posts',
  'posts of changelogs',
  'statuses',
  'post types',
]);

export interface Shape {
  name: string;
  query: PostQuery;
}

export const shapes: Shape[] = postSorts.flatMap((sort) =>
  Object.entries(filters).flatMap(([filter, fields]) =>
    Object.entries(slices).map(([slice, sliceFor]) => ({
      name: `${sort}, ${filter}, ${slice}`,
      query: { ...fields, sort, slice: sliceFor(sort) },
    })),
  ),
);

/** The index with this filter and order. With both filters, either index is fine. */
export function indexFor({ statusIds, typeIds, sort }: PostQuery): string {
  const order = sort === 'votes' ? 'votes' : 'created';
  const filter = statusIds === undefined ? (typeIds === undefined ? '' : 'type_') : 'status_';
  return typeIds !== undefined && statusIds !== undefined ? `_${order}` : `posts_by_${filter}${order} `;
}
