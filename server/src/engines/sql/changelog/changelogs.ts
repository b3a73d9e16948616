// The changelogs table, and the links to posts.

import { sql } from 'kysely';
import {
  type Changelog,
  type ChangelogQuery,
  type ChangelogSort,
  publicationOrder,
} from '../../../domain/changelog/changelog.ts';
import { nameKey } from '../../../domain/kernel/text.ts';
import type { ChangelogReader, ChangelogWriter } from '../../../ports/changelog/changelog-store.ts';
import { columnsOf, flagColumn, jsonColumn } from '../kernel/columns.ts';
import {
  type Conditions,
  conditionsOf,
  isAny,
  isSince,
  matchesNothing,
  where,
} from '../kernel/conditions.ts';
import type { Locks } from '../kernel/dialect.ts';
import { grouped } from '../kernel/grouped.ts';
import { lightTexts, type StoredText, withText, withTexts } from '../kernel/long-texts.ts';
import { sliced } from '../kernel/paging.ts';
import { indexedWords, matchesAny } from '../kernel/search/indexed-words.ts';
import type { Db, Tables } from '../kernel/tables.ts';

export const changelogColumns = columnsOf<Tables['changelogs'], Changelog>()({
  id: 'id',
  title: 'title',
  slug: 'slug',
  content: jsonColumn('content'),
  contentHtml: 'content_html',
  labels: jsonColumn('labels'),
  state: 'state',
  publishedAt: 'published_at',
  completesPosts: flagColumn('completes_posts'),
  notify: 'notify',
  toldAt: 'told_at',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

/** Of one post, whose notices are listed together. */
const maxEntriesAbout = 20;

const withoutText = changelogColumns.without('content', 'contentHtml');
const editable = changelogColumns.without('id');

const derived = (changelog: Changelog) => ({
  title_words: indexedWords(changelog.title),
  published_order: publicationOrder(changelog),
});

const textColumns = ['content as document', 'content_html as html'] as const;
const light = lightTexts('content', 'content_html');

type Row = Parameters<typeof withoutText.pick>[0];

const toChangelog = (row: Row, text: StoredText): Changelog =>
  withText(withoutText.pick(row), 'content', 'contentHtml', text);

const toWholeChangelog = (row: Row & StoredText): Changelog => toChangelog(row, row);

const orders: Record<ChangelogSort, readonly string[]> = {
  recent: ['created_at', 'id'],
  published: ['published_order', 'id'],
};

const conditions: Conditions<ChangelogQuery> = {
  states: isAny('state'),
  labels: (labels, workspaceId) => sql`id in (
    select changelog_id from changelog_labels
    where workspace_id = ${workspaceId} and ${isAny('label_key')(labels.map(nameKey))})`,
  searches: (searches) => matchesAny(searches),
  updatedSince: isSince('updated_at'),
};

const changelogs = (db: Db, workspaceId: string) =>
  db.selectFrom('changelogs').select(withoutText.selected).where('workspace_id', '=', workspaceId);

export function changelogReader(db: Db, locks: Locks): ChangelogReader {
  const textsOf = (workspaceId: string) => (ids: string[]) =>
    db
      .selectFrom('changelogs')
      .select(['id', ...textColumns])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute();
  return {
    async find(workspaceId, id) {
      const row = await changelogs(db, workspaceId)
        .where('id', '=', id)
        .select(textColumns)
        .executeTakeFirst();
      return row && toWholeChangelog(row);
    },
    async findBySlug(workspaceId, slug) {
      const row = await changelogs(db, workspaceId)
        .where('slug', '=', slug)
        .select(textColumns)
        .executeTakeFirst();
      return row && toWholeChangelog(row);
    },
    async page(workspaceId, { sort, slice, ...filters }) {
      if (matchesNothing(filters)) return [];
      const all = changelogs(db, workspaceId).select(light);
      const rows = where(all, conditionsOf(conditions, workspaceId, filters));
      for (;;) {
        const page = await sliced(rows, orders[sort], 'desc', slice).execute();
        const found = await withTexts(page, textsOf(workspaceId), toChangelog);
        // If an entry was deleted between the two reads, the short page would look like the last one: read it again.
        if (found.length === page.length) return found;
      }
    },
    async slugsLike(workspaceId, slug) {
      // Slugs contain only letters, digits and hyphens, so nothing needs escaping.
      const rows = await db
        .selectFrom('changelogs')
        .select('slug')
        .where('workspace_id', '=', workspaceId)
        .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
        .execute();
      return new Set(rows.map((row) => row.slug));
    },
    async linkedPostIdsOf(workspaceId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('changelog_posts')
        .select(['changelog_id as changelogId', 'post_id as postId'])
        .where('workspace_id', '=', workspaceId)
        .where('changelog_id', 'in', ids)
        .orderBy('changelog_id')
        .orderBy('position')
        .execute();
      return grouped(rows, 'changelogId', ({ postId }) => postId);
    },
    async publishedAbout(workspaceId, postId, since) {
      return db
        .selectFrom('changelog_posts')
        .innerJoin('changelogs', (join) =>
          join
            .onRef('changelogs.workspace_id', '=', 'changelog_posts.workspace_id')
            .onRef('changelogs.id', '=', 'changelog_posts.changelog_id'),
        )
        .select(['changelogs.id', 'changelogs.title', 'changelogs.published_at as publishedAt'])
        .where('changelog_posts.workspace_id', '=', workspaceId)
        .where('changelog_posts.post_id', '=', postId)
        .where('changelogs.state', '=', 'published')
        .where('changelogs.published_at', '>=', since)
        .$narrowType<{ publishedAt: number }>()
        .orderBy('changelogs.published_at', 'desc')
        .limit(maxEntriesAbout)
        .execute();
    },
    async due(now, max, after) {
      const due = sliced(
        db
          .selectFrom('changelogs')
          .select(['workspace_id as workspaceId', 'id', 'published_at as publishedAt'])
          .where('state', '=', 'scheduled')
          .where('published_at', '<=', now),
        ['published_at', 'id'],
        'asc',
        { take: max, skip: 0, after: after && [after.publishedAt, after.id] },
      );
      const rows = await locks.unclaimed(due).execute();
      return rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt ?? 0 }));
    },
    async nextDueAt(after) {
      const row = await db
        .selectFrom('changelogs')
        .select((eb) => eb.fn.min('published_at').as('dueAt'))
        .where('state', '=', 'scheduled')
        .where('published_at', '>', after)
        .executeTakeFirst();
      return row?.dueAt ?? undefined;
    },
  };
}

export function changelogWriter(db: Db, locks: Locks): ChangelogWriter {
  const removeFrom = async (
    table: 'changelog_labels' | 'changelog_posts' | 'attachments',
    workspaceId: string,
    id: string,
  ): Promise<void> => {
    await db
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('changelog_id', '=', id)
      .execute();
  };

  const indexLabels = async (workspaceId: string, { id, labels }: Changelog): Promise<void> => {
    await removeFrom('changelog_labels', workspaceId, id);
    if (labels.length === 0) return;
    const rows = labels.map((label) => ({
      workspace_id: workspaceId,
      changelog_id: id,
      label_key: nameKey(label),
    }));
    await db.insertInto('changelog_labels').values(rows).execute();
  };

  return {
    ...changelogReader(db, locks),
    async find(workspaceId, id) {
      const row = await locks
        .held(changelogs(db, workspaceId).where('id', '=', id).select(textColumns))
        .executeTakeFirst();
      return row && toWholeChangelog(row);
    },
    async insert(workspaceId, changelog) {
      await db
        .insertInto('changelogs')
        .values({ workspace_id: workspaceId, ...changelogColumns.valuesOf(changelog), ...derived(changelog) })
        .execute();
      await indexLabels(workspaceId, changelog);
    },
    async update(workspaceId, changelog) {
      await db
        .updateTable('changelogs')
        .set({ ...editable.valuesOf(changelog), ...derived(changelog) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', changelog.id)
        .execute();
      await indexLabels(workspaceId, changelog);
    },
    async replaceLinks(workspaceId, id, postIds) {
      await removeFrom('changelog_posts', workspaceId, id);
      if (postIds.length === 0) return;
      const rows = postIds.map((postId, position) => ({
        workspace_id: workspaceId,
        changelog_id: id,
        post_id: postId,
        position,
      }));
      await db.insertInto('changelog_posts').values(rows).execute();
    },
    async remove(workspaceId, id) {
      for (const table of ['changelog_labels', 'changelog_posts', 'attachments'] as const) {
        await removeFrom(table, workspaceId, id);
      }
      await db
        .deleteFrom('changelogs')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
  };
}
