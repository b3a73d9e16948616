// Objects as the outbox kept them, turned into what the API shows of them, as it did at the time of this migration.
// Files are left out: where they are reached is not known here.

type Stored = Record<string, unknown>;

const fieldsOf: Record<string, readonly string[]> = {
  post: [
    'id',
    'title',
    'description',
    'descriptionHtml',
    'postTypeId',
    'statusId',
    'votesCount',
    'commentsCount',
    'createdAt',
    'updatedAt',
    'externalId',
    'sourceUrl',
    'mergedIntoId',
    'version',
    'author',
    'tags',
  ],
  comment: [
    'id',
    'content',
    'postId',
    'parentId',
    'userId',
    'author',
    'isDeleted',
    'isPrivate',
    'createdAt',
    'updatedAt',
  ],
  vote: ['postId', 'userId', 'votedAt'],
  user: ['id', 'externalId', 'name', 'email', 'avatarUrl', 'createdAt'],
  tag: ['id', 'name', 'color', 'postsCount', 'createdAt'],
  changelog: [
    'id',
    'title',
    'slug',
    'content',
    'contentHtml',
    'labels',
    'state',
    'publishedAt',
    'linkedPostIds',
    'completesPosts',
    'createdAt',
    'updatedAt',
  ],
};

export interface PresentedEvent {
  objectId: string;
  postId: string | null;
  userId: string | null;
  presented: object;
}

export function presentedBefore(type: string, stored: Stored): PresentedEvent {
  const kind = type.slice(0, type.indexOf('.'));
  const isVote = kind === 'vote';
  return {
    objectId: String(isVote ? stored.postId : stored.id),
    postId: isVote || kind === 'comment' ? String(stored.postId) : null,
    userId: isVote ? String(stored.userId) : null,
    presented: presented(kind, stored),
  };
}

function presented(kind: string, stored: Stored): Stored {
  const shown: Stored = {};
  for (const field of fieldsOf[kind] ?? []) {
    const value = stored[field];
    if (value === undefined) continue;
    if (field === 'author') shown.author = value === null ? null : presented('user', value as Stored);
    else if (field === 'tags') shown.tags = (value as Stored[]).map((tag) => presented('tag', tag));
    else if (field === 'completesPosts') shown.completeLinkedPosts = value;
    else shown[field] = field.endsWith('At') && typeof value === 'number' ? iso(value) : value;
  }
  return shown;
}

const iso = (instant: number): string => new Date(instant).toISOString();
