// The posts table.

import { sql } from 'kysely';
import { isShown, type Post, type PostSort } from '../../../domain/feedback/post.ts';
import type { PostReader, PostWriter } from '../../../ports/feedback/feedback-store.ts';
import { uncountTags } from '../catalog/tags.ts';
import { commentsWithFiles } from '../files/attachments.ts';
import type { Locks, Searches } from '../kernel/dialect.ts';
import { withLongTexts } from '../kernel/json-rows.ts';
import { type LightRow, withTexts } from '../kernel/long-texts.ts';
import { splitWords } from '../kernel/search/indexed-words.ts';
import { inChunks, inFewLengths } from '../kernel/statements/in-chunks.ts';
import { deleteInSteps, inSteps } from '../kernel/statements/in-steps.ts';
import { insertMany } from '../kernel/statements/insert-many.ts';
import { firstOf, onceFor, prepared } from '../kernel/statements/prepared.ts';
import type { Db, PostsTable } from '../kernel/tables.ts';
import { forgetFollowed } from './followers.ts';
import { countPostsWith, movePosts } from './move-posts.ts';
import { formerOwners, handOver } from './owners.ts';
import {
  editedPostRow,
  lightPost,
  type PostRow,
  postRow,
  postTextColumns,
  toPost,
  toWholePost,
  wholePost,
} from './post-columns.ts';
import { jsonStatements } from './post-json.ts';
import { pageOfPosts } from './post-pages.ts';
import {
  filtered,
  isPublicPost,
  isUnmergedPost,
  keyOf,
  orders,
  posts,
  restricted,
  type SortKeys,
} from './post-selection.ts';
import { postStatements } from './post-statements.ts';
import { textOfPost, textWriter } from './texts.ts';

type PostSearches = Pick<Searches, 'posts' | 'texts'>;

type Named = { workspaceId: string; id: string };
type ExternallyNamed = { workspaceId: string; externalId: string };

const postById = prepared((db, { workspaceId, id }: Named) =>
  posts(db, workspaceId).where('id', '=', id).select(wholePost).compile(),
);
const heldPost = onceFor((locks: Locks) =>
  prepared((db, { workspaceId, id }: Named) =>
    locks.held(posts(db, workspaceId).where('id', '=', id).select(wholePost)).compile(),
  ),
);
const postByExternalId = prepared((db, { workspaceId, externalId }: ExternallyNamed) =>
  posts(db, workspaceId).where('external_id', '=', externalId).select(wholePost).compile(),
);
const idByExternalId = prepared((db, { workspaceId, externalId }: ExternallyNamed) =>
  posts(db, workspaceId).where('external_id', '=', externalId).select('id').compile(),
);
const updatePost = prepared((db, { workspaceId, id, ...edited }: Named & ReturnType<typeof editedPostRow>) =>
  db.updateTable('posts').set(edited).where('workspace_id', '=', workspaceId).where('id', '=', id).compile(),
);
/** Tables whose rows go with their post. */
const ofPosts = [
  'post_tags',
  'attachments',
  'status_changes',
  'changelog_posts',
  'submissions',
  'reports',
  'inbox_marks',
  'mentions',
] as const;

const addToCounts = prepared(
  (db, added: Named & { votes: number; comments: number; publicComments: number; at: number | undefined }) =>
    db
      .updateTable('posts')
      .set((eb) => ({
        votes_count: eb('votes_count', '+', added.votes),
        comments_count: eb('comments_count', '+', added.comments),
        public_comments_count: eb('public_comments_count', '+', added.publicComments),
        ...(added.at !== undefined && { updated_at: added.at }),
      }))
      .where('workspace_id', '=', added.workspaceId)
      .where('id', '=', added.id)
      .compile(),
);

const touchPublic = prepared((db, { workspaceId, id, at }: Named & { at: number }) =>
  db
    .updateTable('posts')
    .set({ public_updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .compile(),
);

const lightPosts = postStatements<PostRow & LightRow>(lightPost);
/** `version` is in no index: selecting it keeps the engine from scanning a covering index for a few known posts. */
const keyStatementsIn = (sort: PostSort) => ({
  ...postStatements<SortKeys>(orders[sort].columns),
  byIds: postStatements<SortKeys>([...orders[sort].columns, 'version']).byIds,
});
const keyStatements = {
  recent: keyStatementsIn('recent'),
  oldest: keyStatementsIn('oldest'),
  votes: keyStatementsIn('votes'),
};

type TitleRow = Pick<PostsTable, 'id' | 'title_words'>;

const titleStatements = postStatements<TitleRow>(['id', 'title_words']);
const toTitleWords = ({ id, title_words: words }: TitleRow) => ({ id, words: splitWords(words) });

export function postReader(db: Db, { posts: search, texts }: PostSearches): PostReader {
  const textsOf = (workspaceId: string) => (ids: string[]) =>
    posts(db, workspaceId)
      .where('id', 'in', ids)
      .select(['id', ...postTextColumns])
      .execute();
  return {
    async find(workspaceId, id) {
      const row = await firstOf(postById(db, { workspaceId, id }));
      return row && toWholePost(row);
    },
    async postsOf(workspaceId, ids) {
      const found = new Map<string, Post>();
      await inChunks([...new Set(ids)], async (chunk) => {
        const rows = await posts(db, workspaceId).where('id', 'in', chunk).select(lightPost).execute();
        for (const post of await withTexts(rows, textsOf(workspaceId), toPost)) found.set(post.id, post);
      });
      return found;
    },
    async findByExternalId(workspaceId, externalId) {
      const row = await firstOf(postByExternalId(db, { workspaceId, externalId }));
      return row && toWholePost(row);
    },
    async findIdByExternalId(workspaceId, externalId) {
      return (await firstOf(idByExternalId(db, { workspaceId, externalId })))?.id;
    },
    countsOfWords: (workspaceId, words, few) => search.countsOf(db, workspaceId, words, few),
    async titleWords(workspaceId, words, options) {
      const rows = await search.latest(db, workspaceId, words, options);
      return rows.map((row) => ({ id: row.id, words: splitWords(row.words) }));
    },
    async titleWordsOf(workspaceId, ids) {
      return (await titleStatements.byIds({ db, workspaceId }, ids)).map(toTitleWords);
    },
    async page(workspaceId, query) {
      for (;;) {
        const rows = await pageOfPosts({ db, search, texts, workspaceId, statements: lightPosts }, query);
        const found = await withTexts(rows, textsOf(workspaceId), toPost);
        // If a post was deleted between the two reads, the short page would look like the last one: read it again.
        if (found.length === rows.length) return found;
      }
    },
    async sortKeys(workspaceId, query) {
      const rows = await pageOfPosts(
        { db, search, texts, workspaceId, statements: keyStatements[query.sort] },
        query,
      );
      return rows.map((row) => keyOf(row, query.sort));
    },
    async hasPublic(workspaceId, { statusId, postTypeId, tagId } = {}) {
      const shown = posts(db, workspaceId).where(isPublicPost).where(isUnmergedPost);
      const some = filtered(shown, {
        ...(statusId !== undefined && { statusId }),
        ...(postTypeId !== undefined && { typeId: postTypeId }),
      });
      const tagged = tagId === undefined ? some : restricted(some, workspaceId, { tagIds: [tagId] });
      return (await tagged.select('id').limit(1).executeTakeFirst()) !== undefined;
    },
    // Looks at the rows: with the condition in the query, an engine may walk all public posts instead.
    async areAnyShown(workspaceId, ids) {
      let isFound = false;
      await inChunks(ids, async (chunk) => {
        const some = await posts(db, workspaceId)
          .select(['visibility', 'merged_into_id as mergedIntoId'])
          .where('id', 'in', inFewLengths(chunk))
          .execute();
        isFound ||= some.some(isShown);
      });
      return isFound;
    },
    formerOwners: (workspaceId) => formerOwners(db, workspaceId),
    async pageAsJson(workspaceId, query, selection) {
      const { light, whole, toItem } = jsonStatements(selection);
      const place = { db, workspaceId, search, texts, statements: light };
      for (;;) {
        const rows = await pageOfPosts(place, query);
        const found = await withLongTexts(rows, (ids) => whole.byIds(place, ids));
        if (found.length === rows.length) return found.map(toItem);
      }
    },
    async findAsJson(workspaceId, id, selection) {
      const { whole, toItem } = jsonStatements(selection);
      const [row] = await whole.byIds({ db, workspaceId }, [id]);
      return row && toItem(row);
    },
  };
}

export function postWriter(db: Db, searches: PostSearches, locks: Locks): PostWriter {
  const { posts: search } = searches;
  const texts = textWriter(db, searches.texts);
  return {
    ...postReader(db, searches),
    async find(workspaceId, id) {
      const row = await firstOf(heldPost(locks)(db, { workspaceId, id }));
      return row && toWholePost(row);
    },
    async insert(workspaceId, post) {
      await search.insert(db, postRow(workspaceId, post));
      await texts.add(textOfPost(workspaceId, post));
    },
    async insertMany(workspaceId, posts) {
      await insertMany(
        db,
        'posts',
        posts.map((post) => postRow(workspaceId, post)),
      );
      await search.put(
        db,
        workspaceId,
        posts.map(({ id }) => id),
      );
      await texts.posts(workspaceId, posts);
    },
    async update(workspaceId, post) {
      await updatePost(db, { workspaceId, id: post.id, ...editedPostRow(post) });
      await search.put(db, workspaceId, [post.id]);
      await texts.posts(workspaceId, [post]);
    },
    async addToCounts(workspaceId, id, { votes = 0, comments = 0, publicComments = 0 }, at) {
      await addToCounts(db, { workspaceId, id, votes, comments, publicComments, at });
    },
    async touchPublic(workspaceId, id, at) {
      await touchPublic(db, { workspaceId, id, at });
    },
    countWith: (workspaceId, field, id) => countPostsWith(db, workspaceId, field, id),
    moveAll: (workspaceId, move, at, mintChangeId) =>
      movePosts(db, search, workspaceId, move, at, mintChangeId),
    handOver: (workspaceId, given) => handOver(db, workspaceId, given),
    async remove(workspaceId, id) {
      await search.remove(db, workspaceId, [id]);
      await texts.removeOfPosts(workspaceId, [id]);
      await uncountTags(db, workspaceId, id);
      await db
        .deleteFrom('attachments')
        .where('workspace_id', '=', workspaceId)
        .where('comment_id', 'in', commentsWithFiles(db, workspaceId, [id]))
        .execute();
      await deleteInSteps(db, 'votes', 'user_id', workspaceId, id);
      await deleteInSteps(db, 'comments', 'id', workspaceId, id);
      await forgetMerge(db, workspaceId, id);
      await forgetFollowed(db, workspaceId, id);
      for (const table of ofPosts) {
        await db
          .deleteFrom(table)
          .where('workspace_id', '=', workspaceId)
          .where('post_id', '=', id)
          .execute();
      }
      await db.deleteFrom('posts').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    },
  };
}

/** Once a merged post is deleted, its votes and comments stay on the target permanently. */
async function forgetMerge(db: Db, workspaceId: string, id: string): Promise<void> {
  const source = sql`from posts as source where source.workspace_id = ${workspaceId} and source.id = ${id}`;
  await sql`
    update posts set imported_votes = imported_votes + (select source.imported_votes ${source})
    where workspace_id = ${workspaceId} and id = (select source.merged_into_id ${source})`.execute(db);
  await deleteInSteps(db, 'merged_votes', 'user_id', workspaceId, id, 'source_id');
  for (const [table, key] of [
    ['votes', 'user_id'],
    ['comments', 'id'],
  ] as const) {
    await inSteps(db, {
      table,
      workspaceId,
      key,
      matching: sql`merged_from_id = ${id}`,
      change: (rows, some) => sql`update ${rows} set merged_from_id = null where ${some}`,
    });
  }
}
