// Makes posts and comments of what visitors sent, and changes them: immediately, or when the team approves.

import { notFromTeam } from '../../../domain/feedback/comment.ts';
import { bareText } from '../../../domain/feedback/comment-text.ts';
import type { Post, PostView } from '../../../domain/feedback/post.ts';
import { toIso } from '../../../domain/kernel/clock.ts';
import type { User } from '../../../domain/people/user.ts';
import { picturesAsLinks } from '../../../domain/rich-text/for-visitors.ts';
import { parseRichText, type RichText } from '../../../domain/rich-text/rich-text.ts';
import type { Submission } from '../../../domain/site/submission.ts';
import { addComment } from '../../feedback/comments/comment-writing.ts';
import { standingPost } from '../../feedback/merging.ts';
import { checkEdit, type PostPatch, type PostWriting } from '../../feedback/post-writing.ts';
import { type Change, type Changer, type Deps, faultsOf } from '../../kernel/change.ts';
import { ownUser } from '../../people/people.ts';

/** Fails, naming `text`, if it can't be a description. */
export const submittedDescription = (text: string): RichText =>
  picturesAsLinks(parseRichText(text, 'markdown', 'text'));

const authorFields = {
  id: 'authorId',
  externalId: 'authorExternalId',
  email: 'authorEmail',
  name: 'authorName',
  avatarUrl: 'authorAvatarUrl',
};

const byUser = (id: string) => ({ reference: { id }, fields: authorFields });

type SentPost = Pick<Submission, 'userId' | 'title' | 'content' | 'createdAt' | 'follows'>;
type SentComment = Pick<Submission, 'userId' | 'content' | 'parentId' | 'createdAt'>;

/** A public post with its author's vote. Without an author, it is by the workspace's own user. */
export function publishPost(
  deps: Deps,
  writing: PostWriting,
  write: Change,
  changer: Changer,
  { userId, title, content, createdAt, follows }: SentPost,
): Promise<PostView> {
  const draft = {
    title: title ?? '',
    description: submittedDescription(content ?? ''),
    visibility: 'public' as const,
    createdAt: toIso(createdAt),
    voteSource: 'visitor' as const,
    ...(userId !== null && { author: byUser(userId), follow: follows }),
  };
  return writing.insert(write, changer, draft, checkEdit(draft, deps.clock.now(), faultsOf(changer)));
}

/** The author's parent comment may be gone by now: then the comment stands on its own. */
export async function publishComment(
  deps: Deps,
  write: Change,
  { workspaceId }: Changer,
  postId: string,
  { userId, content, parentId, createdAt }: SentComment,
): Promise<{ id: string; postId: string }> {
  const destination = await standingPost(write, workspaceId, postId);
  const author = await personOf(write, workspaceId, userId);
  const parent =
    parentId === null
      ? undefined
      : await write.comments.findOfPost(workspaceId, destination.post.id, parentId);
  return addComment(deps, write, workspaceId, destination, author, {
    text: bareText(content ?? ''),
    externalId: null,
    isPrivate: false,
    parent: parent?.isDeleted === true ? undefined : parent,
    mark: notFromTeam,
    createdAt,
    isFromVisitor: true,
  });
}

/** The sender: the workspace's own user, if no one had signed in. */
export async function personOf(write: Change, workspaceId: string, userId: string | null): Promise<User> {
  const user = userId === null ? undefined : await write.users.find(workspaceId, userId);
  return user ?? ownUser(write, workspaceId);
}

/** `null` keeps what is there. */
export function changePost(
  deps: Deps,
  writing: PostWriting,
  write: Change,
  changer: Changer,
  post: Post,
  { title, content }: Pick<Submission, 'title' | 'content'>,
): Promise<PostView> {
  return patchPost(deps, writing, write, changer, post, {
    ...(title !== null && { title }),
    ...(content !== null && { description: submittedDescription(content) }),
  });
}

/** Takes the author from a post that stays. */
export async function disownPost(
  deps: Deps,
  writing: PostWriting,
  write: Change,
  changer: Changer,
  post: Post,
  patch: PostPatch,
): Promise<void> {
  const { id } = await ownUser(write, changer.workspaceId);
  await patchPost(deps, writing, write, changer, post, { ...patch, author: byUser(id) });
}

const patchPost = (
  deps: Deps,
  writing: PostWriting,
  write: Change,
  changer: Changer,
  post: Post,
  patch: PostPatch,
): Promise<PostView> => {
  const checked = checkEdit(patch, deps.clock.now(), faultsOf(changer));
  // If-Match was compared with the submission.
  return writing.edit({ ...write, expect: () => undefined }, changer, post, patch, checked);
};
