// What visitors of a public site read. Being public is a condition of each query, never a filter afterward: nothing that
// a visitor gets, and no count or page of it, depends on what is internal.

import { setImmediate } from 'node:timers/promises';
import type { PostType } from '../../domain/catalog/post-type.ts';
import type { Status } from '../../domain/catalog/status.ts';
import { changelogSortKey } from '../../domain/changelog/changelog.ts';
import { commentSortKey } from '../../domain/feedback/comment.ts';
import { type Post, type PostQuery, postSortKey } from '../../domain/feedback/post.ts';
import type { Attachment } from '../../domain/files/attachment.ts';
import { maxTotal, type Page, type PageRequest, type SortKey, type Total } from '../../domain/kernel/page.ts';
import { searchWords } from '../../domain/kernel/search-words.ts';
import {
  type EntryView,
  type FeedbackQuery,
  type FeedbackView,
  feedbackOrders,
  type ListedPost,
  listedPostFields,
  type PostView,
  type RoadmapColumn,
  roadmapStages,
  type SitemapEntry,
} from '../../domain/site/reading.ts';
import type { OpenSite, Site } from '../../domain/site/site.ts';
import type { Reader } from '../../ports/store.ts';
import { similarPosts } from '../feedback/duplicates.ts';
import { readPage } from '../kernel/paging.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import { isOfPublic, isSeen } from './seen-files.ts';
import { withMembers } from './shown-comments.ts';

export interface SiteReading {
  /**
   * Undefined if there is no such workspace, or its site is off. Requests that ask at the same time share one query that
   * started after they arrived, so each sees what was committed before it, by any node.
   */
  find(slug: string): Promise<OpenSite | undefined>;
  feedback(site: Site, query: FeedbackQuery): Promise<FeedbackView>;
  /** Public posts with a title like this, the most similar first, then those whose titles have all of its words. */
  similar(site: Site, title: string): Promise<ListedPost[]>;
  /** Undefined unless visitors find the post in lists. */
  listed(site: Site, postId: string): Promise<ListedPost | undefined>;
  /** `movedTo` is the post that this one was merged into. */
  post(site: Site, id: string, page: PageRequest): Promise<PostView | { movedTo: string } | undefined>;
  roadmap(site: Site): Promise<RoadmapColumn[]>;
  changelog(site: Site, page: PageRequest): Promise<Page<EntryView>>;
  entry(site: Site, slug: string): Promise<EntryView | undefined>;
  /** A file of what visitors see. */
  file(site: Site, attachmentId: string): Promise<Attachment | undefined>;
  /** The newest posts and entries, at most as many as one sitemap may have. */
  sitemap(site: Site): AsyncIterable<SitemapEntry[]>;
}

const maxSimilar = 5;

/** Posts in a column of the roadmap. */
const maxInColumn = 50;

const maxMappedPosts = 20_000;
const maxMappedEntries = 2_000;
const mappedAtOnce = 1_000;

const selection = { form: {}, keys: listedPostFields };
const mapped = { form: {}, keys: ['id', 'createdAt', 'publicUpdatedAt'] as const };

/** The condition that every list of posts for visitors has. */
const isShown = { visibilities: ['public'], isMerged: false } satisfies Partial<PostQuery>;

const isPublic = (post: Post): boolean => post.visibility === 'public' && post.mergedIntoId === null;

export function siteReading(read: Reader): SiteReading {
  const pageOfPosts = async (
    site: Site,
    catalog: Catalog,
    asked: Omit<PostQuery, 'slice' | 'visibilities' | 'isMerged'> & { page: PageRequest },
  ): Promise<Page<ListedPost>> => {
    const found = await readPage(
      { ...asked, ...isShown },
      (query) => read.posts.pageAsJson(site.id, query, selection),
      (post): SortKey => postSortKey(post, asked.sort),
      (query) => read.posts.sortKeys(site.id, query),
    );
    return { ...found, items: found.items.flatMap((post) => listed(catalog, post)) };
  };

  const totalOf = async (site: Site, of: Pick<PostQuery, 'statusIds' | 'typeIds'>): Promise<Total> => {
    const count = await read.publicContent.countPosts(site.id, of, maxTotal + 1);
    return { count: Math.min(count, maxTotal), isMore: count > maxTotal };
  };

  const entriesOf = async (site: Site, page: PageRequest) =>
    readPage(
      { states: ['published' as const], sort: 'published' as const, page },
      (query) => read.changelogs.page(site.id, query),
      (entry) => changelogSortKey(entry, 'published'),
    );

  return {
    find: singleFlight((slug) => read.sites.findPublic(slug)),

    async feedback(site, { text, sort, status, type, page }) {
      const catalog = await catalogOf(read, site.id);
      const inUse = await read.publicContent.postGroups(site.id);
      const statuses = catalog.statuses.filter(({ id }) => inUse.some(({ statusId }) => statusId === id));
      const types = catalog.types.filter(({ id }) => inUse.some(({ typeId }) => typeId === id));
      const words = searchWords(text, maxSearchWords);
      const { order, stage } = feedbackOrders[sort];
      const statusIds = statuses
        .filter(({ slug }) => status === '' || slug === status)
        .filter(({ category }) => stage === undefined || category === stage)
        .map(({ id }) => id);
      const chosen = {
        ...((status !== '' || stage !== undefined) && { statusIds }),
        ...(type !== '' && { typeIds: types.filter(({ slug }) => slug === type).map(({ id }) => id) }),
      };
      // Without a search, the index of public posts counts much faster than reading them in their order.
      const isCounted = page.withTotal === true && text === '';
      const [posts, total] = await Promise.all([
        pageOfPosts(site, catalog, {
          ...(text !== '' && { searches: words.length === 0 ? [] : [words] }),
          ...chosen,
          sort: order,
          page: isCounted ? { ...page, withTotal: false } : page,
        }),
        isCounted ? totalOf(site, chosen) : undefined,
      ]);
      return { posts: total === undefined ? posts : { ...posts, total }, statuses, types };
    },

    async similar(site, title) {
      const [catalog, found] = await Promise.all([
        catalogOf(read, site.id),
        similarPosts(read, site.id, title, maxSimilar, true),
      ]);
      const alike = found.flatMap(({ post }) => (isPublic(post) ? listed(catalog, post) : []));
      const words = searchWords(title, maxSearchWords);
      if (alike.length === maxSimilar || words.length === 0) return alike;
      // While someone types, most titles have many more words than they have typed.
      const page = { limit: maxSimilar, start: { kind: 'page' as const, number: 1 } };
      const begun = await pageOfPosts(site, catalog, { searches: [words], sort: 'votes', page });
      const known = new Set(alike.map(({ post }) => post.id));
      return [...alike, ...begun.items.filter(({ post }) => !known.has(post.id))].slice(0, maxSimilar);
    },

    async listed(site, postId) {
      const post = await read.posts.find(site.id, postId);
      if (!isOfPublic(post)) return undefined;
      return listed(await catalogOf(read, site.id), post)[0];
    },

    async post(site, id, page) {
      const post = await read.posts.find(site.id, id);
      if (post?.visibility !== 'public') return undefined;
      if (post.mergedIntoId !== null) {
        const target = await read.posts.find(site.id, post.mergedIntoId);
        return target?.visibility === 'public' ? { movedTo: target.id } : undefined;
      }
      const authorIds = site.showNames ? [post.authorId] : [];
      const [catalog, names, tags, attachments, [change], answer, comments] = await Promise.all([
        catalogOf(read, site.id),
        read.visitors.namesOf(site.id, authorIds),
        read.tags.tagsOf(site.id, [id]),
        read.attachments.attachmentsOf(site.id, [id]),
        read.statuses.pageOfChanges(site.id, {
          postIds: [id],
          slice: { take: 1, skip: 0, after: undefined },
        }),
        read.publicContent.findAnswer(site.id, id),
        readPage({ page }, ({ slice }) => read.publicContent.comments(site.id, id, slice), commentSortKey),
      ]);
      const [shown] = listed(catalog, post);
      if (shown === undefined) return undefined;
      const [withNames, answers] = await Promise.all([
        withMembers(read, site, comments.items),
        withMembers(read, site, answer === undefined ? [] : [answer]),
      ]);
      return {
        ...shown,
        post,
        authorName: names.get(post.authorId) ?? null,
        tagNames: (tags.get(id) ?? []).filter((tag) => tag.isPublic).map(({ name }) => name),
        reason: change?.isPublic === true && change.toStatusId === post.statusId ? change.comment : null,
        attachments: attachments.get(id) ?? [],
        answer: answers[0] ?? null,
        comments: { ...comments, items: withNames },
      };
    },

    async roadmap(site) {
      const catalog = await catalogOf(read, site.id);
      const isOn = ({ id }: Status) =>
        site.roadmapStatusIds.length === 0 || site.roadmapStatusIds.includes(id);
      const page = { limit: maxInColumn, start: { kind: 'page' as const, number: 1 } };
      const columns: RoadmapColumn[] = [];
      // One after the other: each may pass over many internal posts, which SQLite does on the event loop.
      for (const stage of roadmapStages) {
        const statusIds = catalog.statuses
          .filter((status) => status.category === stage && isOn(status))
          .map(({ id }) => id);
        columns.push({ stage, posts: await pageOfPosts(site, catalog, { statusIds, sort: 'votes', page }) });
      }
      return columns;
    },

    async changelog(site, page) {
      const found = await entriesOf(site, page);
      return { ...found, items: found.items.map((entry) => ({ entry, attachments: [], posts: [] })) };
    },

    async entry(site, slug) {
      const entry = await read.changelogs.findBySlug(site.id, slug);
      if (entry?.state !== 'published') return undefined;
      const [attachments, linked, catalog] = await Promise.all([
        read.attachments.attachmentsOfChangelogs(site.id, [entry.id]),
        read.changelogs.linkedPostIdsOf(site.id, [entry.id]),
        catalogOf(read, site.id),
      ]);
      const ids = linked.get(entry.id) ?? [];
      const posts = await read.posts.postsOf(site.id, ids);
      return {
        entry,
        attachments: attachments.get(entry.id) ?? [],
        posts: ids.flatMap((id) => {
          const post = posts.get(id);
          return post !== undefined && isPublic(post) ? listed(catalog, post) : [];
        }),
      };
    },

    async file(site, attachmentId) {
      const file = await read.attachments.find(site.id, attachmentId);
      if (file === undefined) return undefined;
      return (await isSeen(read, site.id, file)) ? file : undefined;
    },

    async *sitemap(site) {
      let after: SortKey | undefined;
      for (let count = 0; count < maxMappedPosts; count += mappedAtOnce) {
        const slice = { take: mappedAtOnce, skip: 0, after };
        const posts = await read.posts.pageAsJson(site.id, { ...isShown, sort: 'recent', slice }, mapped);
        yield posts.map(({ id, publicUpdatedAt }) => ({ path: `/posts/${id}`, at: publicUpdatedAt }));
        const last = posts.at(-1);
        if (last === undefined || posts.length < mappedAtOnce) break;
        after = [last.createdAt, last.id];
        await setImmediate();
      }
      after = undefined;
      for (let count = 0; count < maxMappedEntries; count += entriesAtOnce) {
        const slice = { take: entriesAtOnce, skip: 0, after };
        const entries = await read.changelogs.page(site.id, {
          states: ['published'],
          sort: 'published',
          slice,
        });
        yield entries.map(({ slug, publishedAt }) => ({
          path: `/changelog/${encodeURIComponent(slug)}`,
          at: publishedAt,
        }));
        const last = entries.at(-1);
        if (last === undefined || entries.length < entriesAtOnce) break;
        after = changelogSortKey(last, 'published');
        await setImmediate();
      }
    },
  };
}

/** Entries are read with their texts. */
const entriesAtOnce = 50;

/** As many words of a search as the API takes. */
const maxSearchWords = 16;

export interface Catalog {
  statuses: Status[];
  types: PostType[];
}

export const catalogOf = async (read: Reader, workspaceId: string): Promise<Catalog> => {
  const [statuses, types] = await Promise.all([
    read.statuses.list(workspaceId),
    read.postTypes.list(workspaceId),
  ]);
  return { statuses, types };
};

/** Nothing if its status or type was deleted between two reads. */
export function listed({ statuses, types }: Catalog, post: ListedPost['post']): ListedPost[] {
  const status = statuses.find(({ id }) => id === post.statusId);
  const type = types.find(({ id }) => id === post.postTypeId);
  return status === undefined || type === undefined ? [] : [{ post, status, type }];
}
