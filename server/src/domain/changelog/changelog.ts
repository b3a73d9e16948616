// Changelog entries: drafted, published now or on schedule, and linked to the posts they resolve.

import type { Post } from '../feedback/post.ts';
import type { Attachment } from '../files/attachment.ts';
import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';
import type { Choice } from '../kernel/notify.ts';
import type { Slice, SortKey } from '../kernel/page.ts';
import { boundedText, nameKey } from '../kernel/text.ts';
import { firstVersion, type New } from '../kernel/version.ts';
import { emptyRichText, type RichText } from '../rich-text/rich-text.ts';

export const changelogStates = ['draft', 'scheduled', 'published'] as const;
export type ChangelogState = (typeof changelogStates)[number];

export interface Changelog {
  id: string;
  title: string;
  slug: string;
  content: RichText;
  contentHtml: string;
  labels: string[];
  state: ChangelogState;
  /** When the entry was or will be published; null for a draft. */
  publishedAt: Instant | null;
  /** Publishing moves the linked posts to the workspace's first completed status. */
  completesPosts: boolean;
  /** Whom publishing on schedule tells; null for no one. */
  notify: Choice | null;
  /** When publishing first told people of it; null if it never has. */
  toldAt: Instant | null;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

/** The state of a new entry. */
export const unpublished: Publication = { state: 'draft', publishedAt: null };

export const newChangelog = (given: New<Changelog, 'id' | 'title' | 'slug'>, now: Instant): Changelog => ({
  content: emptyRichText,
  contentHtml: '',
  labels: [],
  ...unpublished,
  completesPosts: false,
  notify: null,
  toldAt: null,
  ...firstVersion(now),
  ...given,
});

/** A missing filter matches everything; an empty one matches nothing. */
export interface ChangelogQuery {
  states?: ChangelogState[];
  /** Case-insensitive. */
  labels?: string[];
  /** Matches if the title contains all words of any of these searches. */
  searches?: string[][];
  updatedSince?: Instant;
  sort: ChangelogSort;
  slice: Slice;
}

/** The sort position by publication time; drafts come last. */
export const publicationOrder = ({ publishedAt }: Pick<Changelog, 'publishedAt'>): number =>
  publishedAt ?? -1;

/** The values that each order compares; the id makes the order total. */
const sortKeys = {
  recent: ({ createdAt, id }: Changelog): SortKey => [createdAt, id],
  published: (changelog: Changelog): SortKey => [publicationOrder(changelog), changelog.id],
};

export type ChangelogSort = keyof typeof sortKeys;

export const changelogSortKey = (changelog: Changelog, sort: ChangelogSort): SortKey =>
  sortKeys[sort](changelog);

export const maxLabels = 20;
export const maxLinkedPosts = 200;

export const changelogTitle = (text: string): string => boundedText(text, 'title', 1, 200);

/** The labels in the given order, without duplicates. */
export function changelogLabels(texts: readonly string[]): string[] {
  const tooMany = badField('labels', `must hold at most ${maxLabels} labels.`);
  const distinct = new Set(texts);
  // Names that differ only in case or spaces are the same, but a list of thousands takes long to compare.
  if (distinct.size > 10 * maxLabels) throw tooMany;
  const labels = new Map<string, string>();
  for (const text of distinct) {
    const label = boundedText(text, 'labels', 1, 64);
    if (!labels.has(nameKey(label))) labels.set(nameKey(label), label);
  }
  if (labels.size > maxLabels) throw tooMany;
  return [...labels.values()];
}

/** The posts in the given order, without duplicates. */
export function linkedPosts(ids: readonly string[]): string[] {
  const distinct = [...new Set(ids)];
  if (distinct.length > maxLinkedPosts) {
    throw badField('linkedPostIds', `must hold at most ${maxLinkedPosts} posts.`);
  }
  return distinct;
}

export type Publication = Pick<Changelog, 'state' | 'publishedAt'>;

/** Changes to the publication. An undefined time keeps the current one or the default; null clears it. */
export interface PublicationEdit {
  state?: ChangelogState | undefined;
  publishedAt?: Instant | null | undefined;
}

/**
 * The state and time after an edit: drafts have no time, scheduled entries a future one, published entries a past
 * one.
 */
export function publicationAfter(before: Publication, edit: PublicationEdit, now: Instant): Publication {
  const state = edit.state ?? before.state;
  const known = before.state === state ? before.publishedAt : null;
  const given = edit.publishedAt;
  if (state === 'draft') {
    if (given != null) throw badField('publishedAt', 'must not be set on a draft; set "state" too.');
    return { state, publishedAt: null };
  }
  if (given === undefined && known !== null) return { state, publishedAt: known };
  if (state === 'scheduled') {
    if (given == null || given <= now) {
      throw badField('publishedAt', 'must be in the future when "state" is "scheduled".');
    }
    return { state, publishedAt: given };
  }
  if (given === null && known !== null) {
    throw badField('publishedAt', 'cannot be cleared while the changelog is published.');
  }
  const publishedAt = given ?? now;
  if (publishedAt > now) {
    throw badField('publishedAt', 'must not be in the future; use the state "scheduled" for that.');
  }
  return { state, publishedAt };
}

export interface ChangelogRelations {
  posts?: Post[];
  attachments?: Attachment[];
}

export type ChangelogView = Changelog & { linkedPostIds: string[] } & ChangelogRelations;
