// The records of the export format (docs/format.md): one type per resource, and its fields. IDs are those of the
// source; an import decides which of them it can keep.

import { hexColor } from '../catalog/color.ts';
import { orderedName } from '../catalog/ordered.ts';
import { type StatusCategory, statusCategories } from '../catalog/status.ts';
import { tagName } from '../catalog/tag.ts';
import {
  changelogLabels,
  type changelogStates,
  changelogTitle,
  changelogStates as states,
} from '../changelog/changelog.ts';
import { commentContent } from '../feedback/comment-text.ts';
import { importedVotes, maxTitleLength, type Visibility, visibilities } from '../feedback/post.ts';
import { type VoteSource, voteSources } from '../feedback/vote.ts';
import type { Attachment } from '../files/attachment.ts';
import type { Instant } from '../kernel/clock.ts';
import { Failure } from '../kernel/failure.ts';
import { boundedText, externalIdText, httpUrl } from '../kernel/text.ts';
import { defaultMailSettings, type PersonalMailSettings } from '../mail/settings.ts';
import {
  type SuppressionReason,
  type SuppressionScope,
  suppressionReasons,
  suppressionScopes,
} from '../mail/suppression.ts';
import { emailAddress } from '../people/user.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import {
  defaultAccentColor,
  givenSiteName,
  type PortableSettings,
  siteColor,
  siteDescription,
  siteDomains,
  siteFrameOrigins,
  siteHttpsUrl,
  siteIssuer,
  siteLanguages,
} from '../site/site.ts';
import {
  type Ban,
  maxReasonLength,
  maxSubmittedLength,
  moderations,
  type Submission,
  submissionKinds,
  submissionStates,
} from '../site/submission.ts';
import {
  count,
  document,
  documentWithMentions,
  type Field,
  type Fields,
  flag,
  instant,
  listOf,
  oneOf,
  orNull,
  sourceId,
  text,
  withDefault,
} from './fields.ts';

/** Absent times and versions are those of a new object. */
interface Dated {
  version: number;
  createdAt: Instant | null;
  updatedAt: Instant | null;
}

export interface PostTypeRecord extends Dated {
  id: string;
  name: string;
  slug: string | null;
  color: string | null;
  position: number;
  isDefault: boolean;
}

export interface StatusRecord extends PostTypeRecord {
  category: StatusCategory | null;
  nextStatusIds: string[] | null;
  notifyFollowers: boolean;
}

export interface TagRecord extends Dated {
  id: string;
  name: string;
  color: string | null;
  isPublic: boolean;
}

export interface UserRecord extends Dated {
  id: string;
  externalId: string | null;
  name: string | null;
  email: string | null;
  avatarUrl: string | null;
  /** The person's data was erased; what they wrote stays. */
  isErased: boolean;
}

export interface PostRecord extends Dated {
  id: string;
  title: string;
  description: RichText;
  postTypeId: string | null;
  statusId: string | null;
  /** Null: the workspace's own user. */
  authorId: string | null;
  /** A member of the source: an account's ID, and its email address. */
  ownerId: string | null;
  ownerEmail: string | null;
  externalId: string | null;
  sourceUrl: string | null;
  importedVotes: number;
  /** Null if the source doesn't say: the import does. */
  visibility: Visibility | null;
  /** When visitors last saw it change. */
  publicUpdatedAt: Instant | null;
  tagIds: string[];
  /** The post was merged: its votes and comments are listed with the target. */
  mergedIntoId: string | null;
  /** The post is to be merged once everything is imported: its votes and comments are listed with itself. */
  mergeIntoId: string | null;
}

export interface CommentRecord extends Dated {
  id: string;
  postId: string;
  parentId: string | null;
  /** Null: the workspace's own user. */
  userId: string | null;
  content: string;
  /** If it says more than the content, which is then derived from it. */
  document: RichText | null;
  externalId: string | null;
  isPrivate: boolean;
  isDeleted: boolean;
  /** Null if the source doesn't say: the import does. */
  isPublic: boolean | null;
  isFromTeam: boolean;
  isAnswer: boolean;
  mergedFromId: string | null;
}

export interface VoteRecord {
  postId: string;
  userId: string;
  votedAt: Instant | null;
  recordedAt: Instant | null;
  mergedFromId: string | null;
  /** Null in exports of earlier versions. */
  source: VoteSource | null;
  /** The vote was given to a merged post by someone who also voted on the target, and doesn't count. */
  isSetAside: boolean;
}

export interface FollowerRecord {
  postId: string;
  userId: string;
  followedAt: Instant | null;
  source: VoteSource | null;
  /** The post that was followed, if it is merged into this one. */
  mergedFromId: string | null;
}

export interface StatusChangeRecord {
  id: string;
  postId: string;
  fromStatusId: string | null;
  toStatusId: string;
  comment: string | null;
  isPublic: boolean;
  createdAt: Instant;
}

export interface ChangelogRecord extends Dated {
  id: string;
  title: string;
  slug: string | null;
  content: RichText;
  labels: string[];
  state: (typeof changelogStates)[number];
  publishedAt: Instant | null;
  completesPosts: boolean;
  linkedPostIds: string[];
}

export type SubmissionRecord = Dated & Omit<Submission, keyof Dated>;

export type BanRecord = Omit<Ban, 'createdAt'> & Pick<Dated, 'createdAt'>;

/** Of an address, or of a person whichever address they have. */
export interface SuppressionRecord {
  email: string | null;
  userId: string | null;
  /** Null: what the reason ends. */
  scope: SuppressionScope | null;
  reason: SuppressionReason;
  createdAt: Instant | null;
}

export type AttachmentRecord = Omit<Attachment, 'fileKey' | 'createdAt' | 'sha256' | 'size'> & {
  createdAt: Instant | null;
  /** Of the file in the archive, `files/SHA256`; null if it has to be fetched from `url`. */
  sha256: string | null;
  size: number | null;
  url: string | null;
};

const dated: Fields<Dated> = {
  version: withDefault(count, 1),
  createdAt: orNull(instant),
  updatedAt: orNull(instant),
};

const postType: Fields<PostTypeRecord> = {
  id: sourceId,
  name: text(orderedName),
  slug: orNull(text((slug, name) => boundedText(slug, name, 1, 64))),
  color: orNull(text(hexColor)),
  position: withDefault(count, Number.MAX_SAFE_INTEGER),
  isDefault: flag,
  ...dated,
};

/** Not trimmed: a stub has no content, and what a document says is derived from it. */
const comment: Field<string> = withDefault(
  text((content, name) => (content === '' ? '' : commentContent(content, name))),
  '',
);

/** An empty text is one: a post needs no more than a title. */
const submitted: Field<string | null> = {
  write: (content) => content,
  read: (json, name) =>
    json === undefined || json === null
      ? null
      : text((content) => boundedText(content, name, 0, maxSubmittedLength)).read(json, name),
};

const hexDigest = text((digest, name) => boundedText(digest, name, 64, 64));

const reason = orNull(text((given, name) => boundedText(given, name, 1, maxReasonLength)));

const fileName = text((given, name) => boundedText(given, name, 1, 255));

export const resources = {
  postTypes: postType,
  statuses: {
    ...postType,
    category: orNull(oneOf(statusCategories)),
    nextStatusIds: {
      write: (ids) => ids,
      read: (json, name) => (json === undefined || json === null ? null : listOf(sourceId).read(json, name)),
    },
    notifyFollowers: withDefault(flag, false),
  } satisfies Fields<StatusRecord> as Fields<StatusRecord>,
  tags: {
    id: sourceId,
    name: text(tagName),
    color: orNull(text(hexColor)),
    isPublic: flag,
    ...dated,
  } as Fields<TagRecord>,
  users: {
    id: sourceId,
    externalId: orNull(text(externalIdText)),
    name: orNull(text((name, field) => boundedText(name, field, 1, 200))),
    email: orNull(text(emailAddress)),
    avatarUrl: orNull(text(httpUrl)),
    isErased: flag,
    ...dated,
  } as Fields<UserRecord>,
  posts: {
    id: sourceId,
    title: text((title, name) => {
      if (title.trim() === '') throw new Failure('BAD_REQUEST', 'The title is empty.');
      return boundedText(title, name, 1, maxTitleLength);
    }),
    description: document,
    postTypeId: orNull(sourceId),
    statusId: orNull(sourceId),
    authorId: orNull(sourceId),
    ownerId: orNull(sourceId),
    ownerEmail: orNull(text(emailAddress)),
    externalId: orNull(text(externalIdText)),
    sourceUrl: orNull(text(httpUrl)),
    importedVotes: withDefault(
      { write: count.write, read: (json, name) => importedVotes(count.read(json, name), name) },
      0,
    ),
    visibility: orNull(oneOf(visibilities)),
    publicUpdatedAt: orNull(instant),
    tagIds: listOf(sourceId),
    mergedIntoId: orNull(sourceId),
    mergeIntoId: orNull(sourceId),
    ...dated,
  } as Fields<PostRecord>,
  comments: {
    id: sourceId,
    postId: sourceId,
    parentId: orNull(sourceId),
    userId: orNull(sourceId),
    content: comment,
    document: orNull(documentWithMentions),
    externalId: orNull(text(externalIdText)),
    isPrivate: flag,
    isDeleted: flag,
    isPublic: orNull(flag),
    isFromTeam: flag,
    isAnswer: flag,
    mergedFromId: orNull(sourceId),
    ...dated,
  } as Fields<CommentRecord>,
  votes: {
    postId: sourceId,
    userId: sourceId,
    votedAt: orNull(instant),
    recordedAt: orNull(instant),
    mergedFromId: orNull(sourceId),
    source: orNull(oneOf(voteSources)),
    isSetAside: flag,
  } as Fields<VoteRecord>,
  followers: {
    postId: sourceId,
    userId: sourceId,
    followedAt: orNull(instant),
    source: orNull(oneOf(voteSources)),
    mergedFromId: orNull(sourceId),
  } as Fields<FollowerRecord>,
  statusChanges: {
    id: sourceId,
    postId: sourceId,
    fromStatusId: orNull(sourceId),
    toStatusId: sourceId,
    comment: orNull(text((given, name) => boundedText(given, name, 0, 10_000))),
    isPublic: flag,
    createdAt: instant,
  } as Fields<StatusChangeRecord>,
  changelogs: {
    id: sourceId,
    title: text(changelogTitle),
    slug: orNull(text((slug, name) => boundedText(slug, name, 1, 100))),
    content: document,
    labels: {
      write: (labels) => labels,
      read: (json, name) => changelogLabels(listOf(text()).read(json, name)),
    },
    state: withDefault(oneOf(states), 'draft'),
    publishedAt: orNull(instant),
    completesPosts: flag,
    linkedPostIds: listOf(sourceId),
    ...dated,
  } as Fields<ChangelogRecord>,
  submissions: {
    id: sourceId,
    kind: oneOf(submissionKinds),
    state: oneOf(submissionStates),
    userId: orNull(sourceId),
    postId: orNull(sourceId),
    commentId: orNull(sourceId),
    parentId: orNull(sourceId),
    title: orNull(text((title, name) => boundedText(title, name, 1, maxTitleLength))),
    content: submitted,
    reason,
    decidedBy: orNull(sourceId),
    decidedAt: orNull(instant),
    follows: withDefault(flag, false),
    ...dated,
  } as Fields<SubmissionRecord>,
  bans: {
    userId: sourceId,
    reason,
    createdAt: orNull(instant),
  } as Fields<BanRecord>,
  mailSettings: {
    userId: sourceId,
    statusChanges: withDefault(flag, defaultMailSettings.statusChanges),
    answers: withDefault(flag, defaultMailSettings.answers),
    replies: withDefault(flag, defaultMailSettings.replies),
    changelog: withDefault(flag, defaultMailSettings.changelog),
    allEntries: withDefault(flag, defaultMailSettings.allEntries),
    language: orNull(oneOf(siteLanguages)),
  } as Fields<PersonalMailSettings>,
  suppressions: {
    email: orNull(text(emailAddress)),
    userId: orNull(sourceId),
    scope: orNull(oneOf(suppressionScopes)),
    reason: oneOf(suppressionReasons),
    createdAt: orNull(instant),
  } as Fields<SuppressionRecord>,
  attachments: {
    id: sourceId,
    postId: orNull(sourceId),
    changelogId: orNull(sourceId),
    commentId: orNull(sourceId),
    fileName,
    mimeType: withDefault(text(), ''),
    size: orNull(count),
    width: orNull(count),
    height: orNull(count),
    sha256: orNull(hexDigest),
    url: orNull(text(httpUrl)),
    createdAt: orNull(instant),
  } as Fields<AttachmentRecord>,
} as const;

/** Of the manifest: a workspace has one site. */
export const siteFields: Fields<PortableSettings> = {
  name: orNull(text(givenSiteName)),
  description: withDefault(text(siteDescription), ''),
  accentColor: withDefault(text(siteColor), defaultAccentColor),
  language: withDefault(oneOf(siteLanguages), 'en'),
  newPosts: withDefault(oneOf(visibilities), 'internal'),
  roadmapStatusIds: listOf(sourceId),
  moderation: withDefault(oneOf(moderations), 'first'),
  anonymousPosts: flag,
  followOnVote: withDefault(flag, true),
  frameOrigins: {
    write: (origins) => origins,
    read: (json, name) => siteFrameOrigins(listOf(text()).read(json, name)),
  },
  showNames: flag,
  signInUrl: orNull(text(siteHttpsUrl)),
  allowedDomains: {
    write: (domains) => domains,
    read: (json, name) => siteDomains(listOf(text()).read(json, name)),
  },
  identityJwksUrl: orNull(text(siteHttpsUrl)),
  identityIssuer: orNull(text(siteIssuer)),
};

export type Resource = keyof typeof resources;

export type RecordOf<R extends Resource> = (typeof resources)[R] extends Fields<infer Thing> ? Thing : never;

/** In the order of an import: what is referenced comes first. */
export const resourceNames = Object.keys(resources) as readonly Resource[];

/** The file of each resource: `status-changes.ndjson`. */
export const partName = (resource: Resource | 'ledger'): string =>
  `${resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ndjson`;

/** Where an archive keeps the content with this digest. */
export const fileEntry = (sha256: string): string => `files/${sha256}`;
