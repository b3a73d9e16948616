// The use cases for comments.

import {
  type Comment,
  type CommentQuery,
  type CommentToken,
  type CommentView,
  commentSortKey,
  teamMark,
} from '../../../domain/feedback/comment.ts';
import { bareText, type CommentFormat, readCommentText } from '../../../domain/feedback/comment-text.ts';
import { voteSourceOf } from '../../../domain/feedback/vote.ts';
import type { UploadLimits } from '../../../domain/files/attachment.ts';
import type { Actor } from '../../../domain/kernel/actor.ts';
import { pastInstant } from '../../../domain/kernel/clock.ts';
import { badField, notFound } from '../../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../../domain/kernel/page.ts';
import { externalIdText } from '../../../domain/kernel/text.ts';
import { emailKey, type NamedPerson, namesPerson, type User } from '../../../domain/people/user.ts';
import { namedAttachments, ofComment } from '../../files/attachments.ts';
import type { Upload } from '../../files/uploads.ts';
import { type Caller, type Change, change, type Deps, faultsOf } from '../../kernel/change.ts';
import { readPage } from '../../kernel/paging.ts';
import { together } from '../../kernel/together.ts';
import { ownUser, resolvePerson } from '../../people/people.ts';
import { follow, refuseUnnamedFollower } from '../following.ts';
import { standingPost } from '../merging.ts';
import { postMustExist } from '../of-post.ts';
import { filesOf, filesOfOne } from './comment-files.ts';
import { nameMembers } from './comment-mentions.ts';
import { type CommentTree, walkComments } from './comment-tree.ts';
import { type CommentUpserts, commentUpserts } from './comment-upserts.ts';
import {
  addComment,
  authorIdOf,
  authorOf,
  type CommentPatch,
  editComment,
  freeFor,
  takeComment,
} from './comment-writing.ts';

export interface CommentDraft {
  content: unknown;
  contentFormat?: CommentFormat | undefined;
  parentId?: string | null | undefined;
  parentExternalId?: string | null | undefined;
  externalId?: string | null | undefined;
  isPrivate?: boolean | undefined;
  /** Back-dates the comment, for imports. */
  createdAt?: string | null | undefined;
  author?: NamedPerson | undefined;
  /** Whether the author follows the post. */
  follow?: boolean | undefined;
}

/** Undefined keeps a value. */
export interface CommentEdit extends Omit<CommentPatch, 'text' | 'files'> {
  content?: unknown;
  removeAttachmentIds?: string[] | undefined;
  contentFormat?: CommentFormat | undefined;
}

export type CommentListQuery = Omit<CommentQuery, 'slice'> & { page: PageRequest };

export interface Comments extends CommentUpserts {
  /**
   * Throws right away if the post doesn't exist; the comments are then streamed in batches. If the post is deleted
   * before all are read, the stream fails with NOT_FOUND.
   */
  ofPost(
    caller: Caller,
    postId: string,
    which: CommentTree,
  ): Promise<AsyncIterable<CommentToken<CommentView>[]>>;
  /** All comments of the workspace, newest first. */
  page(caller: Caller, query: CommentListQuery): Promise<Page<CommentView>>;
  get(caller: Caller, id: string): Promise<CommentView>;
  getByExternalId(caller: Caller, externalId: string): Promise<CommentView>;
  create(caller: Caller, postId: string, draft: CommentDraft, upload?: Upload): Promise<CommentView>;
  update(caller: Caller, id: string, edit: CommentEdit, upload?: Upload): Promise<CommentView>;
  /** Both return the id of the comment. */
  remove(caller: Caller, id: string): Promise<string>;
  removeByExternalId(caller: Caller, externalId: string): Promise<string>;
}

export function comments(deps: Deps, limits: UploadLimits): Comments {
  const { store, clock } = deps;

  const withAuthors = async (
    workspaceId: string,
    found: ReadonlyMap<string, Comment>,
  ): Promise<Map<string, CommentView>> => {
    const authorIds = [...found.values()].flatMap((comment) => authorIdOf(comment) ?? []);
    const [users, files] = await Promise.all([
      store.read.users.usersOf(workspaceId, authorIds),
      filesOf(store.read, workspaceId, [...found.values()]),
    ]);
    const views = new Map<string, CommentView>();
    for (const [id, comment] of found) {
      const author = users.get(authorIdOf(comment) ?? '') ?? null;
      views.set(id, { ...comment, author, attachments: files.get(id) });
    }
    return views;
  };

  const shown = async (workspaceId: string, comment: Comment | undefined): Promise<CommentView> => {
    if (comment === undefined) throw notFound('Comment');
    const author = await authorOf(store.read, workspaceId, comment);
    return { ...comment, author, attachments: await filesOfOne(store.read, workspaceId, comment) };
  };

  const removeFound = (
    caller: Caller,
    find: (write: Change) => Promise<Comment | undefined>,
  ): Promise<string> =>
    change(deps, caller, async (write) => {
      const { workspaceId } = caller;
      const comment = await find(write);
      if (comment === undefined || comment.isDeleted) throw notFound('Comment');
      write.expect(comment);
      await takeComment(deps, write, workspaceId, comment);
      return comment.id;
    });

  return {
    ...commentUpserts(deps),

    async ofPost({ workspaceId }, postId, which) {
      const { read } = store;
      await postMustExist(store, workspaceId, postId);
      return walkComments(
        read.comments.outline(workspaceId, postId, which.replies ? 'all' : 'top-level'),
        which.updatedSince,
        async (ids) => {
          const found = await read.comments.commentsOf(workspaceId, ids);
          // The post may have been deleted meanwhile, with everything on it.
          if (found.size < ids.length || ids.length === 0) await postMustExist(store, workspaceId, postId);
          return withAuthors(workspaceId, found);
        },
      );
    },

    async page(caller, asked) {
      const { workspaceId } = caller;
      const page = await readPage(
        asked,
        (query) => store.read.comments.page(workspaceId, query),
        commentSortKey,
      );
      const views = await withAuthors(workspaceId, new Map(page.items.map((item) => [item.id, item])));
      return { ...page, items: [...views.values()] };
    },

    get: async ({ workspaceId }, id) => shown(workspaceId, await store.read.comments.find(workspaceId, id)),

    async getByExternalId({ workspaceId }, text) {
      const externalId = externalIdText(text);
      return shown(workspaceId, await store.read.comments.findByExternalId(workspaceId, externalId));
    },

    async create(caller, namedId, draft, upload) {
      const { workspaceId } = caller;
      const faults = faultsOf(caller);
      const text = faults.check(() => readCommentText(draft.content, draft.contentFormat), bareText(''));
      const { createdAt: given, author: someone } = draft;
      const isForSomeone = someone !== undefined && namesPerson(someone.reference);
      if (draft.follow === true && !isForSomeone) faults.check(refuseUnnamedFollower, undefined);
      const createdAt =
        given == null
          ? undefined
          : faults.check(() => pastInstant(given, 'createdAt', clock.now()), undefined);
      return change(deps, caller, async (write) => {
        const [{ post, mergedFromId }, externalId, author] = await together(
          standingPost(write, workspaceId, namedId),
          faults.lookUp(() => freeFor(write, workspaceId, draft.externalId ?? null), null),
          isForSomeone ? resolvePerson(deps, caller, write, someone) : ownUser(write, workspaceId),
        );
        const postId = post.id;
        const parent = await faults.lookUp(() => parentOf(write, workspaceId, postId, draft), undefined);
        const [named] = await faults.lookUp(() => nameMembers(write, workspaceId, [{ text }]), []);
        faults.throwAny();
        const mark = teamMark(caller.actor, isForSomeone && !(await isOneself(write, caller.actor, author)));
        if (draft.follow === true)
          await follow(write, workspaceId, { post, mergedFromId }, [author.id], {
            source: voteSourceOf(caller.actor),
            now: clock.now(),
          });
        const said = {
          text: named ?? text,
          externalId,
          isPrivate: draft.isPrivate === true,
          parent,
          mark,
          createdAt,
          files: upload && { upload, limits, detached: [] },
        };
        return addComment(deps, write, workspaceId, { post, mergedFromId }, author, said);
      });
    },

    async update(caller, id, { content, contentFormat, removeAttachmentIds, ...patch }, upload) {
      const { workspaceId } = caller;
      const text = content === undefined ? undefined : readCommentText(content, contentFormat);
      return change(deps, caller, async (write) => {
        const before = await write.comments.find(workspaceId, id);
        if (before === undefined || before.isDeleted) throw notFound('Comment');
        write.expect(before);
        const detached = await namedAttachments(write, workspaceId, ofComment(id), removeAttachmentIds);
        // Not the patch as a whole: it may have many unknown fields.
        const { isPrivate, isAnswer, externalId } = patch;
        return editComment(deps, write, workspaceId, before, {
          ...{ text, isPrivate, isAnswer, externalId },
          files: { upload, limits, detached },
        });
      });
    },

    remove: (caller, id) => removeFound(caller, (write) => write.comments.find(caller.workspaceId, id)),

    async removeByExternalId(caller, text) {
      const externalId = externalIdText(text);
      return removeFound(caller, (write) => write.comments.findByExternalId(caller.workspaceId, externalId));
    },
  };
}

/** The comment that a new one replies to: a live comment of the same post. */
async function parentOf(
  write: Change,
  workspaceId: string,
  postId: string,
  { parentId, parentExternalId }: Pick<CommentDraft, 'parentId' | 'parentExternalId'>,
): Promise<Comment | undefined> {
  const [field, named] = parentId == null ? ['parentExternalId', parentExternalId] : ['parentId', parentId];
  if (named == null) return undefined;
  const found =
    field === 'parentId'
      ? await write.comments.findOfPost(workspaceId, postId, named)
      : await write.comments.findByExternalId(workspaceId, externalIdText(named, field));
  if (found === undefined || found.isDeleted || found.postId !== postId) {
    throw badField(field, 'names no live comment of this post.');
  }
  return found;
}

/** A member who names their own address writes as themselves: that is how the console names them. */
async function isOneself(write: Change, actor: Actor, author: User): Promise<boolean> {
  if (actor.type !== 'person' || author.email === null) return false;
  const account = await write.accounts.find(actor.id);
  return account !== undefined && emailKey(account.email) === emailKey(author.email);
}
