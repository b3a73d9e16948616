// Storage of changelog entries.

import type { Changelog, ChangelogQuery } from '../../domain/changelog/changelog.ts';
import type { Instant } from '../../domain/kernel/clock.ts';

export interface DueChangelog {
  workspaceId: string;
  id: string;
  publishedAt: Instant;
}

export interface PublishedEntry {
  id: string;
  title: string;
  publishedAt: Instant;
}

export interface ChangelogReader {
  find(workspaceId: string, id: string): Promise<Changelog | undefined>;
  findBySlug(workspaceId: string, slug: string): Promise<Changelog | undefined>;
  /** Ordered by `query.sort`; at most `query.slice.take` entries. */
  page(workspaceId: string, query: ChangelogQuery): Promise<Changelog[]>;
  /** The slugs in use that equal this one, or extend it after a hyphen. */
  slugsLike(workspaceId: string, slug: string): Promise<Set<string>>;
  /** The ids of the posts linked to each entry, in the order they were given. */
  linkedPostIdsOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, string[]>>;
  /** The published entries that link the post and were published since then, the newest first, at most 20. */
  publishedAbout(workspaceId: string, postId: string, since: Instant): Promise<PublishedEntry[]>;
  /**
   * Scheduled entries of all workspaces that are due, most overdue first; skips entries that another process is
   * currently publishing.
   */
  due(now: Instant, max: number, after?: DueChangelog): Promise<DueChangelog[]>;
  /** The time of the next scheduled entry in any workspace; undefined if there is none. */
  nextDueAt(after: Instant): Promise<Instant | undefined>;
}

export interface ChangelogWriter extends ChangelogReader {
  /** Unlike the reader's `find`, locks the entry until the transaction ends. */
  find(workspaceId: string, id: string): Promise<Changelog | undefined>;
  insert(workspaceId: string, changelog: Changelog): Promise<void>;
  update(workspaceId: string, changelog: Changelog): Promise<void>;
  /** Replaces the linked posts of the entry. */
  replaceLinks(workspaceId: string, id: string, postIds: readonly string[]): Promise<void>;
  /** Also removes its links and attachments. */
  remove(workspaceId: string, id: string): Promise<void>;
}
