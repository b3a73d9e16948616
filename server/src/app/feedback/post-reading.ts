// Reads posts for responses, with their own fields as JSON text and the requested relations.

import { type PostForms, type PostJson, type PostQuery, postSortKey } from '../../domain/feedback/post.ts';
import { notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import type { Versioned } from '../../domain/kernel/version.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import { type PostInclude, relatedBy, withIncludes } from './post-includes.ts';

export type PostListQuery = Omit<PostQuery, 'slice' | 'texts' | 'unansweredSince'> & {
  /** Matched in the texts that the caller may read. */
  texts?: string[][];
  /** Only posts that wait for the team for this long. */
  unansweredDays?: number;
  page: PageRequest;
  includes: PostInclude[];
};

const dayMs = 86_400_000;

/** Relations that are always included with a single post. */
const alwaysShown: PostInclude[] = ['author', 'tags'];

/** The fields that decide where a page ends. */
const sortedBy = ['id', 'createdAt', 'votesCount'] as const;
const sortedAndRelatedBy = [...sortedBy, ...relatedBy];
const versionedAndRelatedBy = [...relatedBy, 'version'] as const;

export async function pageOfPosts(
  deps: Deps,
  caller: Caller,
  { includes, texts, unansweredDays, ...others }: PostListQuery,
  forms: PostForms,
): Promise<Page<PostJson>> {
  const { read } = deps.store;
  const asked = {
    ...others,
    // An integration may show what it finds to anyone.
    ...(texts !== undefined && { texts: { searches: texts, withNotes: caller.type === 'member' } }),
    ...(unansweredDays !== undefined && { unansweredSince: deps.clock.now() - unansweredDays * dayMs }),
  };
  const { workspaceId } = caller;
  const form = includes.includes('details') ? forms.detailed : forms.listed;
  const pageWith = <Key extends (typeof sortedAndRelatedBy)[number]>(
    keys: readonly (Key | (typeof sortedBy)[number])[],
  ) =>
    readPage(
      asked,
      (query) => read.posts.pageAsJson(workspaceId, query, { form, keys }),
      (post) => postSortKey(post, asked.sort),
      (query) => read.posts.sortKeys(workspaceId, query),
    );
  // Without relations, fewer columns are read.
  if (includes.length === 0) return pageWith(sortedBy);
  const found = await pageWith(sortedAndRelatedBy);
  return { ...found, items: await withIncludes(read, workspaceId, found.items, includes) };
}

export async function getPost(
  { store }: Deps,
  { workspaceId }: Caller,
  id: string,
  includes: readonly PostInclude[],
  { detailed }: PostForms,
): Promise<PostJson & Versioned> {
  const selection = { form: detailed, keys: versionedAndRelatedBy };
  const post = await store.read.posts.findAsJson(workspaceId, id, selection);
  if (post === undefined) throw notFound('Post');
  const wanted = [...new Set([...alwaysShown, ...includes])];
  const [view] = await withIncludes(store.read, workspaceId, [post], wanted);
  return view ?? post;
}
