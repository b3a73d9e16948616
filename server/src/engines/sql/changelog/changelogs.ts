// Changelogs, and which posts they answer, in the database.

import { type Changelog, type ChangelogSort, publicationOrder } from '../../../domain/changelog.ts';
import { nameKey } from '../../../domain/text.ts';
import type { ChangelogReader, ChangelogWriter } from '../../../ports/store.ts';
import type { Locks } from '../kernel/dialect.ts';
import { grouped } from '../kernel/grouped.ts';
import { indexedWords, matchesAny } from '../kernel/indexed-words.ts';
import { documentOf, lightTexts, type StoredText, withTexts } from '../kernel/long-texts.ts';
import { sliced } from '../kernel/paging.ts';
import { type Db, type Flag, flag, type Tables } from '../kernel/tables.ts';

const columns = [
  'id',
  'title',
  'slug',
  'labels',
  'state',
  'published_at as publishedAt',
  'completes_posts as completesPosts',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

const textColumns = ['content as document', 'content_html as html'] as const;
const light = lightTexts('content', 'content_html');

type Row = Omit<Changelog, 'content' | 'contentHtml' | 'labels' | 'completesPosts'> & {
  labels: string;
  completesPosts: Flag;
};

/** Field by field: what a row has besides stays behind. */
const toChangelog = (row: Row, text: StoredText): Changelog => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  get content() {
    return documentOf(text);
  },
  contentHtml: text.html,
  labels: JSON.parse(row.labels),
  state: row.state,
  publishedAt: row.publishedAt,
  completesPosts: row.completesPosts === 1,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const toWholeChangelog = (row: Row & StoredText): Changelog => toChangelog(row, row);

const orders: Record<ChangelogSort, readonly string[]> = {
  recent: ['created_at', 'id'],
  published: ['published_order', 'id'],
};

const changelogs = (db: Db, workspaceId: string) =>
  db.selectFrom('changelogs').select(columns).where('workspace_id', '=', workspaceId);

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
    async page(workspaceId, { states, labels, searches, updatedSince, sort, slice }) {
      if ([states, labels, searches].some((values) => values?.length === 0)) return [];
      let rows = changelogs(db, workspaceId).select(light);
      if (states !== undefined) rows = rows.where('state', 'in', states);
      if (labels !== undefined) {
        const labeled = db
          .selectFrom('changelog_labels')
          .select('changelog_id')
          .where('workspace_id', '=', workspaceId)
          .where('label_key', 'in', labels.map(nameKey));
        rows = rows.where('id', 'in', labeled);
      }
      if (searches !== undefined) rows = rows.where(matchesAny(searches));
      if (updatedSince !== undefined) rows = rows.where('updated_at', '>=', updatedSince);
      for (;;) {
        const page = await sliced(rows, orders[sort], 'desc', slice).execute();
        const found = await withTexts(page, textsOf(workspaceId), toChangelog);
        // A changelog that went meanwhile would make the page look like the last one.
        if (found.length === page.length) return found;
      }
    },
    async slugsLike(workspaceId, slug) {
      // A slug holds letters, digits and hyphens only, so nothing needs escaping.
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
    async due(now, most, after) {
      const due = sliced(
        db
          .selectFrom('changelogs')
          .select(['workspace_id as workspaceId', 'id', 'published_at as publishedAt'])
          .where('state', '=', 'scheduled')
          .where('published_at', '<=', now),
        ['published_at', 'id'],
        'asc',
        { take: most, skip: 0, after: after && [after.publishedAt, after.id] },
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
        .values({ workspace_id: workspaceId, id: changelog.id, ...editable(changelog) })
        .execute();
      await indexLabels(workspaceId, changelog);
    },
    async update(workspaceId, changelog) {
      await db
        .updateTable('changelogs')
        .set(editable(changelog))
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

const editable = (changelog: Changelog): Omit<Tables['changelogs'], 'workspace_id' | 'id'> => ({
  title: changelog.title,
  title_words: indexedWords(changelog.title),
  slug: changelog.slug,
  content: JSON.stringify(changelog.content),
  content_html: changelog.contentHtml,
  labels: JSON.stringify(changelog.labels),
  state: changelog.state,
  published_at: changelog.publishedAt,
  published_order: publicationOrder(changelog),
  completes_posts: flag(changelog.completesPosts),
  version: changelog.version,
  created_at: changelog.createdAt,
  updated_at: changelog.updatedAt,
});
