// Writes one comment within a transaction: shared by the API, the console and the public site.

import {
  type Comment,
  type CommentView,
  isPublicReply,
  newComment,
  type teamMark,
} from '../../../domain/feedback/comment.ts';
import { type GivenText, keptOrGiven } from '../../../domain/feedback/comment-text.ts';
import type { Post } from '../../../domain/feedback/post.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import { conflict } from '../../../domain/kernel/failure.ts';
import { edited, touched } from '../../../domain/kernel/version.ts';
import { visitorsTextWaitsMs } from '../../../domain/mail/telling.ts';
import type { User } from '../../../domain/people/user.ts';
import type { Reader } from '../../../ports/store.ts';
import { detach } from '../../files/attachments.ts';
import type { Change, Deps } from '../../kernel/change.ts';
import { freeExternalId } from '../../kernel/external-ids.ts';
import { queueMail } from '../../kernel/mail-queue.ts';
import { tell } from '../../kernel/telling.ts';
import { recount } from './comment-counts.ts';
import { changesFiles, countAfter, editFiles, type FileEdit, filesOfOne } from './comment-files.ts';
import { nameMembers, noteMentions, refuseInPublic } from './comment-mentions.ts';
import { removeComment, tidyStubs } from './comment-stubs.ts';

export interface SaidComment {
  text: GivenText;
  externalId: string | null;
  isPrivate: boolean;
  /** A live comment of the same post. */
  parent: Comment | undefined;
  mark: ReturnType<typeof teamMark>;
  createdAt?: Instant | undefined;
  /** Sent on the public site, perhaps before the team let it through. */
  isFromVisitor?: boolean;
  files?: FileEdit | undefined;
}

export interface CommentPatch {
  text?: GivenText | undefined;
  /** Null clears it. */
  externalId?: string | null | undefined;
  isPrivate?: boolean | undefined;
  isAnswer?: boolean | undefined;
  files?: FileEdit | undefined;
}

/** `mergedFromId` is the merged post that the comment was sent to, if any. */
export async function addComment(
  deps: Deps,
  write: Change,
  workspaceId: string,
  { post, mergedFromId }: { post: Post; mergedFromId: string | null },
  author: User,
  { parent, mark, createdAt, isFromVisitor = false, files, ...said }: SaidComment,
): Promise<CommentView> {
  const { clock, mintId } = deps;
  const now = clock.now();
  const postId = post.id;
  // Replies to a private note are private.
  const isPrivate = said.isPrivate || parent?.isPrivate === true;
  const comment = newComment(
    {
      id: mintId('comment'),
      postId,
      parentId: parent?.id ?? null,
      userId: author.id,
      content: said.text.content,
      document: said.text.document,
      attachmentsCount: files?.upload?.files.length ?? 0,
      externalId: said.externalId,
      isPrivate,
      isPublic: isPublicReply(isPrivate, post, parent),
      ...mark,
      // A reply moves together with its parent comment.
      mergedFromId: parent === undefined ? mergedFromId : parent.mergedFromId,
      ...(createdAt !== undefined && { createdAt }),
    },
    now,
  );
  refuseInPublic(comment);
  await write.comments.insert(workspaceId, comment);
  await noteMentions(deps, write, workspaceId, [{ after: comment }]);
  write.alongside(recount(write, workspaceId, postId, post, [{ before: undefined, after: comment }], now));
  if (files !== undefined)
    await editFiles(deps, write, workspaceId, { id: comment.id, attachmentsCount: 0 }, files);
  const view = { ...comment, author, attachments: await filesOfOne(write, workspaceId, comment) };
  write.created('comment', view);
  // What others back-date was said elsewhere.
  if (parent !== undefined && (createdAt === undefined || isFromVisitor)) {
    const dueAt = isFromVisitor ? Math.max(now, comment.createdAt + visitorsTextWaitsMs) : now;
    await tellOfReply(deps, write, workspaceId, parent, comment, dueAt);
  }
  return view;
}

/** The author of the comment is told of the reply if they follow the post. */
async function tellOfReply(
  deps: Deps,
  write: Change,
  workspaceId: string,
  parent: Comment,
  { id, postId, userId: authorId, isPublic }: Comment,
  dueAt: Instant,
): Promise<void> {
  const userId = authorIdOf(parent);
  if (deps.mail === undefined || !isPublic || userId === null || userId === authorId) return;
  const followed = await write.followers.followedOf(workspaceId, userId, [postId]);
  if (!followed.has(postId)) return;
  await queueMail(deps, write, workspaceId, {
    ...{ kind: 'reply', about: postId, payload: { postId, commentId: id }, userId },
    key: `reply:${id}:${userId}`,
    dueAt,
  });
}

async function tellOfAnswer(deps: Deps, write: Change, workspaceId: string, { id, postId }: Comment) {
  if (deps.mail === undefined) return;
  await tell(deps, write, workspaceId, {
    ...{ kind: 'answer', about: postId, key: `answer:${postId}` },
    payload: { postId, commentId: id, choice: 'followers' },
  });
}

/** The text is checked already. */
export async function editComment(
  deps: Deps,
  write: Change,
  workspaceId: string,
  before: Comment,
  patch: CommentPatch,
): Promise<CommentView> {
  const isPrivate = patch.isPrivate ?? before.isPrivate;
  const parent = await parentIfHidden(write, workspaceId, before, isPrivate);
  // Others can't have become public since, and so visitors notice nothing.
  const post =
    before.isPublic || before.isPrivate !== isPrivate
      ? await write.posts.find(workspaceId, before.postId)
      : undefined;
  const isPublic =
    before.isPrivate === isPrivate || post === undefined
      ? before.isPublic
      : isPublicReply(isPrivate, post, parent);
  const isAnswer = checkedAnswer({ ...before, isPublic }, patch.isAnswer);
  const externalId =
    patch.externalId === undefined
      ? before.externalId
      : await freeFor(write, workspaceId, patch.externalId, before.id);
  const [text] = await nameMembers(write, workspaceId, [{ text: patch.text, before }]);
  const edits = {
    ...keptOrGiven(before, text),
    attachmentsCount: countAfter(before, patch.files),
    ...{ externalId, isPrivate, isPublic, isAnswer },
  };
  const same = edited(before, edits, deps.clock.now());
  // Another file in place of one is a change, too.
  const after = same === before && changesFiles(patch.files) ? touched(before, deps.clock.now()) : same;
  refuseInPublic(after, text === undefined ? 'isPrivate' : 'content');
  const earlier = await filesOfOne(write, workspaceId, before);
  if (after === before)
    return { ...before, author: await authorOf(write, workspaceId, before), attachments: earlier };
  if (isAnswer && !before.isAnswer) await unpinAnswer(deps, write, workspaceId, before.postId);
  await write.comments.update(workspaceId, after);
  await noteMentions(deps, write, workspaceId, [{ before, after }]);
  await editFiles(deps, write, workspaceId, before, patch.files);
  const hasOtherFiles = changesFiles(patch.files);
  await recount(write, workspaceId, before.postId, post, [{ before, after, hasOtherFiles }], after.updatedAt);
  const view = {
    ...after,
    author: await authorOf(write, workspaceId, after),
    attachments: hasOtherFiles ? await filesOfOne(write, workspaceId, after) : earlier,
  };
  write.updated('comment', { ...before, attachments: earlier }, view);
  if (after.isPrivate && !before.isPrivate) await tidyStubs(deps, write, workspaceId, after.parentId);
  if (isAnswer && !before.isAnswer) await tellOfAnswer(deps, write, workspaceId, after);
  return view;
}

/** Removes the comment, or leaves a stub while it has replies. */
export async function takeComment(
  deps: Deps,
  write: Change,
  workspaceId: string,
  comment: Comment,
): Promise<void> {
  const attachments = await filesOfOne(write, workspaceId, comment);
  write.deleted('comment', { ...comment, author: await authorOf(write, workspaceId, comment), attachments });
  await detach(deps, write, workspaceId, attachments ?? []);
  await removeComment(deps, write, workspaceId, comment);
  write.alongside(write.reports.removeAbout(workspaceId, comment.id));
  const { postId } = comment;
  const post = comment.isPublic ? await write.posts.find(workspaceId, postId) : undefined;
  const removed = { before: comment, after: undefined };
  await recount(write, workspaceId, postId, post, [removed], deps.clock.now());
}

/** A post has one answer at most. */
async function unpinAnswer(
  { clock }: Pick<Deps, 'clock'>,
  write: Change,
  workspaceId: string,
  postId: string,
): Promise<void> {
  const before = await write.publicContent.findAnswer(workspaceId, postId);
  if (before === undefined) return;
  const after = edited(before, { isAnswer: false }, clock.now());
  await write.comments.update(workspaceId, after);
  const attachments = await filesOfOne(write, workspaceId, after);
  const view = { ...after, author: await authorOf(write, workspaceId, after), attachments };
  write.updated('comment', { ...before, attachments }, view);
}

export const freeFor = (write: Change, workspaceId: string, text: string | null, ownerId?: string) =>
  freeExternalId(
    write,
    workspaceId,
    'comment',
    (externalId) => write.comments.findByExternalId(workspaceId, externalId),
    text,
    ownerId,
  );

/** Erased users remain the authors of their comments. */
export async function authorOf(
  read: Pick<Reader, 'users'>,
  workspaceId: string,
  comment: Comment,
): Promise<User | null> {
  const id = authorIdOf(comment);
  return id === null ? null : ((await read.users.usersOf(workspaceId, [id])).get(id) ?? null);
}

/** A stub keeps its user's id, but shows no author. */
export const authorIdOf = ({ isDeleted, userId }: Comment): string | null => (isDeleted ? null : userId);

/**
 * A thread is entirely public or entirely private, so one comment can't change on its own. Returns the parent of one that
 * does.
 */
async function parentIfHidden(
  write: Change,
  workspaceId: string,
  comment: Comment,
  isPrivate: boolean,
): Promise<Comment | undefined> {
  if (comment.isPrivate === isPrivate) return undefined;
  if ((await write.comments.repliesOf(workspaceId, comment.postId, comment.id)) !== 'none') {
    throw conflict('A comment that has replies cannot change between public and private.');
  }
  const parent =
    comment.parentId === null ? undefined : await write.comments.find(workspaceId, comment.parentId);
  if (parent?.isPrivate === true) throw conflict('A reply to a private note is private too.');
  return parent;
}

/** Whether the comment is the answer after a change. What visitors no longer see is no answer. */
function checkedAnswer({ isAnswer, isPublic, isFromTeam }: Comment, wanted: boolean | undefined): boolean {
  if (wanted !== true) return wanted !== false && isAnswer && isPublic;
  if (!isPublic || !isFromTeam)
    throw conflict('Only a public comment that a member of the team wrote in the console can be the answer.');
  return true;
}
