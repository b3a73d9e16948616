// Fixtures of the store contract: a workspace with its basics, factories for everything in it, and a simple model
// of post lists to compare engines with.

import { newPostType as domainPostType, type PostType } from '../../../src/domain/catalog/post-type.ts';
import {
  newStatus as domainStatus,
  type Status,
  type StatusChange,
} from '../../../src/domain/catalog/status.ts';
import { newTag as domainTag, type Tag } from '../../../src/domain/catalog/tag.ts';
import { type Changelog, newChangelog as domainChangelog } from '../../../src/domain/changelog/changelog.ts';
import type { NewLedgerEntry } from '../../../src/domain/events/ledger.ts';
import { type Comment, newComment as domainComment } from '../../../src/domain/feedback/comment.ts';
import {
  newPost as domainPost,
  type Post,
  type PostQuery,
  postSortKey,
} from '../../../src/domain/feedback/post.ts';
import type { Attachment } from '../../../src/domain/files/attachment.ts';
import { idMinter } from '../../../src/domain/kernel/id.ts';
import type { IdempotencyRecord } from '../../../src/domain/kernel/idempotency.ts';
import type { SortKey } from '../../../src/domain/kernel/page.ts';
import { searchWords } from '../../../src/domain/kernel/search-words.ts';
import { newUser as domainUser, type User } from '../../../src/domain/people/user.ts';
import type { Account } from '../../../src/domain/team/account.ts';
import type { ApiKey } from '../../../src/domain/team/api-key.ts';
import type { Invite } from '../../../src/domain/team/invite.ts';
import type { RequestRecord } from '../../../src/domain/team/request-record.ts';
import type { Session } from '../../../src/domain/team/session.ts';
import type { Reader, Store, Writer } from '../../../src/ports/store.ts';
import { fakeClock } from '../../support/clock.ts';

/** Before every revision: raising at this time counts the raises. */
export const counted = 0;

/** A workspace with an author, four statuses and three types, as posts require. */
export interface Home {
  workspaceId: string;
  userId: string;
  statusIds: [string, string, string, string];
  typeIds: [string, string, string];
}

export const clock = fakeClock();
export const mint = idMinter(clock, 'live');

export const newUser = (fields: Partial<User> = {}): User =>
  domainUser({ id: mint('user'), name: 'Ada', ...fields }, clock.now());

export const newStatus = (position: number, fields: Partial<Status> = {}): Status => {
  const named = { name: `Status ${position}`, slug: `status-${position}`, category: 'active' as const };
  return domainStatus(
    { id: mint('status'), ...named, position, isDefault: position === 0, ...fields },
    clock.now(),
  );
};

export const newPostType = (position: number, fields: Partial<PostType> = {}): PostType => {
  const named = { name: `Type ${position}`, slug: `type-${position}` };
  return domainPostType(
    { id: mint('postType'), ...named, position, isDefault: position === 0, ...fields },
    clock.now(),
  );
};

export const newTag = (name: string, fields: Partial<Tag> = {}): Tag =>
  domainTag({ id: mint('tag'), name, ...fields }, clock.now());

export const newPost = (home: Home, fields: Partial<Post> = {}): Post => {
  const named = { postTypeId: home.typeIds[0], statusId: home.statusIds[0], authorId: home.userId };
  return domainPost({ id: mint('post'), title: 'Dark mode', ...named, ...fields }, clock.now());
};

export const newComment = (home: Home, postId: string, fields: Partial<Comment> = {}): Comment => {
  const said = { postId, userId: home.userId, content: 'Yes, please.' };
  return domainComment({ id: mint('comment'), ...said, ...fields }, clock.now());
};

export const newAttachment = (postId: string, fields: Partial<Attachment> = {}): Attachment => ({
  id: mint('attachment'),
  postId,
  changelogId: null,
  commentId: null,
  fileKey: mint('attachment'),
  fileName: 'screen.png',
  mimeType: 'image/png',
  size: 1234,
  width: 10,
  height: null,
  sha256: 'a'.repeat(64),
  createdAt: clock.now(),
  ...fields,
});

export const newKey = (workspaceId: string, fields: Partial<ApiKey> = {}): ApiKey => ({
  id: mint('apiKey'),
  workspaceId,
  hash: mint('apiKey'),
  mode: 'live',
  last4: 'wxyz',
  name: 'A key',
  createdAt: clock.now(),
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  createdBy: null,
  ...fields,
});

export const newAccount = (fields: Partial<Account> = {}): Account => {
  const id = mint('account');
  return {
    id,
    name: 'Ada',
    email: `${id}@example.com`,
    passwordHash: null,
    confinedTo: null,
    provenAt: null,
    locale: null,
    createdAt: clock.now(),
    ...fields,
  };
};

export const newSession = (accountId: string, fields: Partial<Session> = {}): Session => ({
  id: mint('session'),
  hash: mint('session'),
  accountId,
  workspaceId: 'ws_1',
  createdAt: clock.now(),
  lastSeenAt: clock.now(),
  expiresAt: clock.now() + 1000,
  userAgent: 'A browser',
  address: '127.0.0.1',
  ...fields,
});

export const newInvite = (workspaceId: string, fields: Partial<Invite> = {}): Invite => ({
  id: mint('invite'),
  workspaceId,
  hash: mint('invite'),
  email: 'grace@example.com',
  role: 'member',
  createdBy: 'acct_1',
  createdAt: clock.now(),
  expiresAt: clock.now() + 1000,
  isMailed: false,
  ...fields,
});

export const newRecord = (workspaceId: string, fields: Partial<RequestRecord> = {}): RequestRecord => ({
  id: mint('requestRecord'),
  workspaceId,
  requestId: mint('request'),
  callerId: 'key_1',
  method: 'GET',
  path: '/v1/posts',
  route: '/v1/posts',
  status: 200,
  durationMs: 3,
  errorCode: null,
  outcome: 'ok',
  at: clock.now(),
  ...fields,
});

export const newChangelog = (fields: Partial<Changelog> = {}): Changelog => {
  const named = { title: 'What is new', slug: mint('changelog') };
  return domainChangelog({ id: mint('changelog'), ...named, ...fields }, clock.now());
};

export const newStatusChange = (
  home: Home,
  postId: string,
  fields: Partial<StatusChange> = {},
): StatusChange => ({
  id: mint('statusChange'),
  postId,
  fromStatusId: home.statusIds[0],
  toStatusId: home.statusIds[1],
  comment: null,
  actorType: 'person',
  actorId: 'acct_ada',
  isPublic: false,
  createdAt: clock.now(),
  ...fields,
});

export const newEntry = (fields: Partial<NewLedgerEntry> = {}): NewLedgerEntry => ({
  id: mint('event'),
  type: 'post.created',
  objectId: 'post_1',
  objectKind: 'post',
  postId: null,
  userId: null,
  actor: { type: 'key', id: 'key_1' },
  requestId: 'req_1',
  createdAt: clock.now(),
  payload: '{"object":{"title":"Dark mode"}}',
  ...fields,
});

export const newIdempotencyRecord = (
  key: string,
  fields: Partial<IdempotencyRecord> = {},
): IdempotencyRecord => ({
  key,
  fingerprint: 'a'.repeat(64),
  status: 201,
  body: '{"data":{}}',
  createdAt: clock.now(),
  ...fields,
});

let homes = 0;

export async function furnish(write: Writer): Promise<Home> {
  homes += 1;
  const user = newUser();
  const workspaceId = mint('workspace');
  await write.workspaces.insert({
    id: workspaceId,
    slug: `home-${homes}`,
    name: 'Home',
    userId: user.id,
    createdAt: clock.now(),
  });
  await write.users.insert(workspaceId, user);
  const statusId = async (position: number) => {
    const status = newStatus(position);
    await write.statuses.insert(workspaceId, status);
    return status.id;
  };
  const typeId = async (position: number) => {
    const postType = newPostType(position);
    await write.postTypes.insert(workspaceId, postType);
    return postType.id;
  };
  return {
    workspaceId,
    userId: user.id,
    statusIds: [await statusId(0), await statusId(1), await statusId(2), await statusId(3)],
    typeIds: [await typeId(0), await typeId(1), await typeId(2)],
  };
}

export const newHome = (store: Store): Promise<Home> => store.transaction(furnish);

export async function addPosts(store: Store, home: Home, posts: readonly Post[]): Promise<void> {
  await store.transaction(async (write) => {
    for (const post of posts) await write.posts.insert(home.workspaceId, post);
  });
}

/** Stores this many people. */
export async function addUsers(store: Store, home: Home, count: number): Promise<User[]> {
  const users = Array.from({ length: count }, () => newUser());
  await store.transaction((write) => write.users.insertMany(home.workspaceId, users));
  return users;
}

/** How many entries of a workspace have a payload: seen by cutting them all, and then not. */
export const countPayloads = (store: Store, workspaceId: string): Promise<number> =>
  store.dryRun(async (write) => {
    let count = 0;
    for (;;) {
      const step = await write.ledger.cutPayloadsBefore(workspaceId, Number.MAX_SAFE_INTEGER);
      if (step === 0) return count;
      count += step;
    }
  });

/** The public comments of a post in order: their positions and texts. */
export async function commentsOfPost(
  read: Reader,
  workspaceId: string,
  postId: string,
  which: 'top-level' | 'all' = 'all',
): Promise<Comment[]> {
  const comments: Comment[] = [];
  for await (const batch of read.comments.outline(workspaceId, postId, which)) {
    const found = await read.comments.commentsOf(workspaceId, ids(batch));
    comments.push(...batch.flatMap(({ id }) => found.get(id) ?? []));
  }
  return comments;
}

export const ids = (things: readonly { id: string }[]): string[] => things.map(({ id }) => id);

const compareKeys = (left: SortKey, right: SortKey): number => {
  for (const [index, value] of left.entries()) {
    const other = right[index];
    if (other === undefined || value === other) continue;
    return value < other ? -1 : 1;
  }
  return 0;
};

const wordsOf = new Map<string, string[]>();

function titleWords(title: string): string[] {
  const known = wordsOf.get(title) ?? searchWords(title);
  wordsOf.set(title, known);
  return known;
}

export const hasAllWords = (title: string, words: readonly string[]): boolean =>
  words.every((word) => titleWords(title).some((candidate) => candidate.startsWith(word)));

/** A page of posts by the letter of the contract (§4): filter, sort everything, skip past `after`, cut. */
export function modelPage(posts: readonly Post[], query: PostQuery): Post[] {
  const { statusIds, typeIds, searches, updatedSince, isMerged, visibilities, sort, slice } = query;
  const { createdSince = 0, createdBefore = Number.POSITIVE_INFINITY, authorIds, externalIds } = query;
  const { hasComments } = query;
  const direction = sort === 'oldest' ? 1 : -1;
  const order = (left: SortKey, right: SortKey) => direction * compareKeys(left, right);
  return posts
    .filter((post) => statusIds === undefined || statusIds.includes(post.statusId))
    .filter((post) => typeIds === undefined || typeIds.includes(post.postTypeId))
    .filter((post) => searches === undefined || searches.some((words) => hasAllWords(post.title, words)))
    .filter((post) => updatedSince === undefined || post.updatedAt >= updatedSince)
    .filter((post) => post.createdAt >= createdSince && post.createdAt < createdBefore)
    .filter((post) => authorIds === undefined || authorIds.includes(post.authorId))
    .filter((post) => externalIds === undefined || externalIds.includes(post.externalId ?? ''))
    .filter((post) => visibilities === undefined || visibilities.includes(post.visibility))
    .filter((post) => hasComments === undefined || hasComments === post.commentsCount > 0)
    .filter((post) => isMerged === undefined || isMerged === (post.mergedIntoId !== null))
    .sort((left, right) => order(postSortKey(left, sort), postSortKey(right, sort)))
    .filter((post) => slice.after === undefined || order(postSortKey(post, sort), slice.after) > 0)
    .slice(slice.skip, slice.skip + slice.take);
}
