// What the store remembers of changelogs.

import type { Changelog, ChangelogQuery } from '../domain/changelog.ts';
import type { Instant } from '../domain/clock.ts';

export interface DueChangelog {
  workspaceId: string;
  id: string;
  publishedAt: Instant;
}

export interface ChangelogReader {
  find(workspaceId: string, id: string): Promise<Changelog | undefined>;
  /** In the total order of `query.sort`; at most `query.slice.take` changelogs. */
  page(workspaceId: string, query: ChangelogQuery): Promise<Changelog[]>;
  /** Of the slugs in use, this one and those that continue it after a hyphen. */
  slugsLike(workspaceId: string, slug: string): Promise<Set<string>>;
  /** The posts that each changelog is linked to, in the order they were given. */
  linkedPostIdsOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, string[]>>;
  /**
   * Scheduled changelogs of all workspaces whose time has come, the longest due first; without those that
   * another process is publishing at this moment.
   */
  due(now: Instant, max: number, after?: DueChangelog): Promise<DueChangelog[]>;
  /** When the next scheduled changelog of any workspace comes due after this time; undefined when none does. */
  nextDueAt(after: Instant): Promise<Instant | undefined>;
}

export interface ChangelogWriter extends ChangelogReader {
  /** Unlike the reader's, holds the changelog still until the transaction ends. */
  find(workspaceId: string, id: string): Promise<Changelog | undefined>;
  insert(workspaceId: string, changelog: Changelog): Promise<void>;
  update(workspaceId: string, changelog: Changelog): Promise<void>;
  /** The changelog is linked to these posts and no others. */
  replaceLinks(workspaceId: string, id: string, postIds: readonly string[]): Promise<void>;
  /** With its links and attachments. */
  remove(workspaceId: string, id: string): Promise<void>;
}
