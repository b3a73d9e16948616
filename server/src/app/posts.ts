// What a caller can do with posts.

import type { UploadLimits } from '../domain/attachment.ts';
import { parseInstant } from '../domain/clock.ts';
import { badField, conflict, Failure, notFound } from '../domain/failure.ts';
import { looksLikeId } from '../domain/id.ts';
import { type Page, type PageRequest, pageOf, sliceOf } from '../domain/page.ts';
import { type Post, type PostQuery, postSortKey, postTitle } from '../domain/post.ts';
import {
  emptyRichText,
  parseRichText,
  type RichTextFormat,
  renderHtml,
} from '../domain/rich-text/rich-text.ts';
import { mayMove } from '../domain/status.ts';
import { maxTagsPerPost, type Tag, tagName } from '../domain/tag.ts';
import { boundedText, httpUrl } from '../domain/text.ts';
import { namesSomebody } from '../domain/user.ts';
import { type Caller, type Change, change, type Deps } from './deps.ts';
import { type PostInclude, type PostView, withIncludes } from './includes.ts';
import { type NamedPerson, ownUser, resolvePerson } from './people.ts';
import type { Upload } from './uploads.ts';

/** What a caller may say of a post; absent leaves alone, null clears. */
export interface PostEdit {
  title?: string | undefined;
  description?: unknown;
  descriptionFormat?: RichTextFormat | undefined;
  postTypeId?: string | undefined;
  statusId?: string | undefined;
  tags?: string[] | undefined;
  externalId?: string | null | undefined;
  sourceUrl?: string | null | undefined;
  createdAt?: string | undefined;
  author?: NamedPerson | undefined;
}

export interface PostDraft extends PostEdit {
  title: string;
  voteAsAuthor?: boolean | undefined;
}

export interface PostPatch extends PostEdit {
  statusComment?: string | undefined;
  removeAttachmentIds?: string[] | undefined;
}

export type PostListQuery = Omit<PostQuery, 'slice'> & { page: PageRequest; includes: PostInclude[] };

/** What a single post is always shown with, and what the answer to a write adds. */
const alwaysShown: PostInclude[] = ['author', 'tags'];
const shownAfterWrite: PostInclude[] = [...alwaysShown, 'attachments'];

export interface Posts {
  page(caller: Caller, query: PostListQuery): Promise<Page<PostView>>;
  get(caller: Caller, id: string, includes: readonly PostInclude[]): Promise<PostView>;
  create(caller: Caller, draft: PostDraft, upload?: Upload): Promise<PostView>;
  update(caller: Caller, id: string, patch: PostPatch, upload?: Upload): Promise<PostView>;
  remove(caller: Caller, id: string): Promise<void>;
}

export function posts(deps: Deps, limits: UploadLimits): Posts {
  const { store, files, clock, mintId } = deps;

  return {
    async page({ workspaceId }, { page, includes, ...query }) {
      const rows = await store.read.posts.page(workspaceId, { ...query, slice: sliceOf(page) });
      const found = pageOf(rows, page, (post) => postSortKey(post, query.sort));
      return { ...found, items: await withIncludes(store.read, workspaceId, found.items, includes) };
    },

    async get({ workspaceId }, id, includes) {
      const post = await store.read.posts.find(workspaceId, id);
      if (post === undefined) throw notFound('Post');
      const wanted = [...new Set([...alwaysShown, ...includes])];
      return shown(await withIncludes(store.read, workspaceId, [post], wanted));
    },

    async create(caller, draft, upload) {
      const { workspaceId } = caller;
      const title = postTitle(draft.title);
      const description = richText(draft);
      const createdAt = draft.createdAt === undefined ? undefined : backDate(draft.createdAt);
      const created = await change(deps, caller, async (write) => {
        const now = clock.now();
        const postTypeId = await typeOf(write, workspaceId, draft.postTypeId);
        const statusId = await statusOf(write, workspaceId, draft.statusId);
        const author =
          draft.author !== undefined && namesSomebody(draft.author.reference)
            ? await resolvePerson(deps, caller, write, draft.author)
            : await ownUser(write, workspaceId);
        const post: Post = {
          id: mintId('post'),
          title,
          ...(description ?? richTextOf(emptyRichText)),
          postTypeId,
          statusId,
          authorId: author.id,
          votesCount: 0,
          commentsCount: 0,
          externalId: await freeExternalId(write, workspaceId, draft.externalId ?? null),
          sourceUrl: draft.sourceUrl == null ? null : httpUrl(draft.sourceUrl, 'sourceUrl'),
          mergedIntoId: null,
          version: 1,
          createdAt: createdAt ?? now,
          updatedAt: now,
        };
        await write.posts.insert(workspaceId, post);
        await write.statuses.addToPostsCount(workspaceId, statusId, 1);
        await write.postTypes.addToPostsCount(workspaceId, postTypeId, 1);
        if (draft.tags !== undefined) await setTags(write, workspaceId, post.id, draft.tags);
        await attach(write, workspaceId, post.id, upload);
        if (draft.voteAsAuthor !== false) {
          await write.votes.add(workspaceId, { postId: post.id, userId: author.id, votedAt: post.createdAt });
          await write.posts.addToCounts(workspaceId, post.id, { votes: 1 });
        }
        const view = await viewed(write, workspaceId, post.id);
        write.announce('post.created', view);
        return view;
      });
      upload?.keep();
      return created;
    },

    async update(caller, id, patch, upload) {
      const { workspaceId } = caller;
      const edits: Partial<Post> = { ...richText(patch) };
      if (patch.title !== undefined) edits.title = postTitle(patch.title);
      if (patch.createdAt !== undefined) edits.createdAt = backDate(patch.createdAt);
      if (patch.sourceUrl !== undefined) {
        edits.sourceUrl = patch.sourceUrl === null ? null : httpUrl(patch.sourceUrl, 'sourceUrl');
      }
      const statusComment = boundedText(patch.statusComment ?? '', 'statusComment', 0, 10_000) || null;
      const { view, removedFiles } = await change(deps, caller, async (write) => {
        const before = await write.posts.find(workspaceId, id);
        if (before === undefined) throw notFound('Post');
        if (patch.externalId !== undefined && patch.externalId !== before.externalId) {
          edits.externalId = await freeExternalId(write, workspaceId, patch.externalId, id);
        }
        if (patch.postTypeId !== undefined)
          edits.postTypeId = await typeOf(write, workspaceId, patch.postTypeId);
        if (patch.statusId !== undefined) edits.statusId = await statusOf(write, workspaceId, patch.statusId);
        if (patch.author !== undefined && namesSomebody(patch.author.reference)) {
          edits.authorId = (await resolvePerson(deps, caller, write, patch.author)).id;
        }
        const after: Post = { ...before, ...edits, version: before.version + 1, updatedAt: clock.now() };
        await write.posts.update(workspaceId, after);
        await moveType(write, workspaceId, before, after);
        const moved = await moveStatus(write, workspaceId, before, after, statusComment);
        if (patch.tags !== undefined) await setTags(write, workspaceId, id, patch.tags);
        const detached = await detach(write, workspaceId, id, patch.removeAttachmentIds ?? []);
        await attach(write, workspaceId, id, upload);
        const view = await viewed(write, workspaceId, id);
        write.announce('post.updated', view);
        if (moved) write.announce('post.status_changed', view);
        return { view, removedFiles: detached };
      });
      upload?.keep();
      await removeFiles(removedFiles);
      return view;
    },

    async remove(caller, id) {
      const { workspaceId } = caller;
      const removedFiles = await change(deps, caller, async (write) => {
        const post = await write.posts.find(workspaceId, id);
        if (post === undefined) throw notFound('Post');
        const attached = (await write.attachments.attachmentsOf(workspaceId, [id])).get(id) ?? [];
        await write.posts.remove(workspaceId, id);
        await write.statuses.addToPostsCount(workspaceId, post.statusId, -1);
        await write.postTypes.addToPostsCount(workspaceId, post.postTypeId, -1);
        write.announce('post.deleted', post);
        return attached.map(({ fileKey }) => fileKey);
      });
      await removeFiles(removedFiles);
    },
  };

  /** After the commit: a crash before this leaves files that nothing names, which the sweeper removes. */
  async function removeFiles(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => files.remove(key)));
  }

  async function viewed(write: Change, workspaceId: string, id: string): Promise<PostView> {
    const post = await write.posts.find(workspaceId, id);
    return shown(await withIncludes(write, workspaceId, post === undefined ? [] : [post], shownAfterWrite));
  }

  async function attach(write: Change, workspaceId: string, postId: string, upload?: Upload): Promise<void> {
    if (upload === undefined || upload.files.length === 0) return;
    const present = (await write.attachments.attachmentsOf(workspaceId, [postId])).get(postId) ?? [];
    if (present.length + upload.files.length > limits.maxFiles) {
      throw new Failure('PAYLOAD_TOO_LARGE', `A post can have at most ${limits.maxFiles} attachments.`);
    }
    for (const file of upload.files) {
      const attachment = { ...file, id: mintId('attachment'), postId, createdAt: clock.now() };
      await write.attachments.insert(workspaceId, attachment);
    }
  }

  async function detach(
    write: Change,
    workspaceId: string,
    postId: string,
    ids: readonly string[],
  ): Promise<string[]> {
    const fileKeys: string[] = [];
    for (const id of new Set(ids)) {
      const attachment = await write.attachments.findOfPost(workspaceId, postId, id);
      if (attachment === undefined)
        throw badField('removeAttachmentIds', `names no attachment of this post: "${id}".`);
      await write.attachments.remove(workspaceId, postId, id);
      fileKeys.push(attachment.fileKey);
    }
    return fileKeys;
  }

  async function setTags(
    write: Change,
    workspaceId: string,
    postId: string,
    tags: readonly string[],
  ): Promise<void> {
    if (tags.length > maxTagsPerPost) throw badField('tags', `must hold at most ${maxTagsPerPost} tags.`);
    const ids: string[] = [];
    for (const tag of tags) ids.push((await tagOf(write, workspaceId, tag)).id);
    await write.tags.replaceTags(workspaceId, postId, [...new Set(ids)]);
  }

  async function tagOf(write: Change, workspaceId: string, idOrName: string): Promise<Tag> {
    if (looksLikeId('tag', idOrName)) {
      const tag = await write.tags.find(workspaceId, idOrName);
      if (tag === undefined) throw badField('tags', `names no tag of this workspace: "${idOrName}".`);
      return tag;
    }
    const name = tagName(idOrName);
    const known = await write.tags.findByName(workspaceId, name);
    if (known !== undefined) return known;
    const tag = { id: mintId('tag'), name, createdAt: clock.now() };
    await write.tags.insert(workspaceId, tag);
    return tag;
  }

  async function moveStatus(
    write: Change,
    workspaceId: string,
    before: Post,
    after: Post,
    comment: string | null,
  ): Promise<boolean> {
    if (before.statusId === after.statusId) return false;
    const from = await write.statuses.find(workspaceId, before.statusId);
    if (from !== undefined && !mayMove(from, after.statusId)) {
      const allowed = from.nextStatusIds?.join(', ') || 'none';
      throw conflict(`A post cannot move from the status "${from.name}" to this one; allowed: ${allowed}.`);
    }
    await write.statuses.addToPostsCount(workspaceId, before.statusId, -1);
    await write.statuses.addToPostsCount(workspaceId, after.statusId, 1);
    await write.statuses.insertChange(workspaceId, {
      id: mintId('statusChange'),
      postId: after.id,
      fromStatusId: before.statusId,
      toStatusId: after.statusId,
      comment,
      createdAt: after.updatedAt,
    });
    return true;
  }
}

async function moveType(write: Change, workspaceId: string, before: Post, after: Post): Promise<void> {
  if (before.postTypeId === after.postTypeId) return;
  await write.postTypes.addToPostsCount(workspaceId, before.postTypeId, -1);
  await write.postTypes.addToPostsCount(workspaceId, after.postTypeId, 1);
}

async function typeOf(write: Change, workspaceId: string, id: string | undefined): Promise<string> {
  const type =
    id === undefined
      ? await write.postTypes.findDefault(workspaceId)
      : await write.postTypes.find(workspaceId, id);
  if (type === undefined) throw badField('postTypeId', 'names no post type of this workspace.');
  return type.id;
}

async function statusOf(write: Change, workspaceId: string, id: string | undefined): Promise<string> {
  const status =
    id === undefined
      ? await write.statuses.findDefault(workspaceId)
      : await write.statuses.find(workspaceId, id);
  if (status === undefined) throw badField('statusId', 'names no status of this workspace.');
  return status.id;
}

async function freeExternalId(
  write: Change,
  workspaceId: string,
  text: string | null,
  ownerId?: string,
): Promise<string | null> {
  if (text === null) return null;
  const externalId = boundedText(text, 'externalId', 1, 255);
  const owner = await write.posts.findByExternalId(workspaceId, externalId);
  if (owner !== undefined && owner.id !== ownerId) {
    throw conflict(`A post with the externalId "${externalId}" exists already.`);
  }
  return externalId;
}

type Described = Pick<Post, 'description' | 'descriptionHtml'>;

const richTextOf = (description: Post['description']): Described => ({
  description,
  descriptionHtml: renderHtml(description),
});

/** Undefined when the request says nothing of a description; null clears it. */
function richText({ description, descriptionFormat = 'markdown' }: PostEdit): Described | undefined {
  if (description === undefined) return undefined;
  if (description === null) return richTextOf(emptyRichText);
  // A JSON body may hold the document itself: no format needs saying.
  const format = typeof description === 'object' ? 'json' : descriptionFormat;
  return richTextOf(parseRichText(description, format, 'description'));
}

function backDate(text: string): number {
  const instant = parseInstant(text.trim());
  if (instant === undefined)
    throw badField('createdAt', 'must be an ISO 8601 time, such as 2026-01-31T09:15:02.123Z.');
  return instant;
}

function shown([post]: PostView[]): PostView {
  if (post === undefined) throw notFound('Post');
  return post;
}
