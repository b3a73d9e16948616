// What visitors write: posts, comments and changes of them. By the site's rule, a text is published right away or waits for
// the team, as a submission.

import { bareText, commentContent } from '../../../domain/feedback/comment-text.ts';
import { postTitle } from '../../../domain/feedback/post.ts';
import { badField, conflict, notFound } from '../../../domain/kernel/failure.ts';
import type { User } from '../../../domain/people/user.ts';
import { renderMarkdown } from '../../../domain/rich-text/markdown-out.ts';
import {
  givenReason,
  mustWait,
  newSubmission,
  type Submission,
  type SubmissionKind,
  type Submitted,
  submittedText,
} from '../../../domain/site/submission.ts';
import { editComment } from '../../feedback/comments/comment-writing.ts';
import { follow } from '../../feedback/following.ts';
import type { PostWriting } from '../../feedback/post-writing.ts';
import { type Change, change, type Deps, faultsOf, type VisitorCaller } from '../../kernel/change.ts';
import type { Sender, VisitorLimits } from './limits.ts';
import { changePost, publishComment, publishPost, submittedDescription } from './publishing.ts';
import { othersTookPart } from './removing.ts';
import { ownComment, ownPost, shownComment, shownPost, visitorIn } from './visitor.ts';

export interface SentPost {
  title: string;
  /** Markdown. */
  text: string;
  /** Whether the author follows it. */
  follows?: boolean | undefined;
}

export interface SentComment {
  /** Plain text. */
  text: string;
  parentId?: string | null | undefined;
  /** Whether the author follows the post. */
  follows?: boolean | undefined;
}

export interface SentReport {
  postId: string;
  commentId?: string | null | undefined;
  reason?: string | null | undefined;
}

/** Someone who sends a post without signing in. */
export interface Stranger extends Omit<VisitorCaller, 'userId'> {
  userId: null;
}

export interface Sending {
  submitPost(visitor: VisitorCaller, post: SentPost): Promise<Submitted>;
  /** Waits in any case. NOT_FOUND if the site doesn't take posts without signing in. */
  submitAnonymously(stranger: Stranger, post: SentPost): Promise<Submitted>;
  submitComment(visitor: VisitorCaller, postId: string, comment: SentComment): Promise<Submitted>;
  /** Until a change is approved, the post stays as it is. The title can't change once others took part. */
  editPost(visitor: VisitorCaller, id: string, edit: Partial<SentPost>): Promise<Submitted>;
  editComment(visitor: VisitorCaller, id: string, edit: { text: string }): Promise<Submitted>;
  report(visitor: VisitorCaller, report: SentReport): Promise<void>;
}

/** What a submission holds besides its identity. */
type Given = Pick<Submission, 'kind' | 'content'> & Partial<Submission>;

/** `isTellable`: whether the person can be told by mail of what they follow. */
export function sending(
  deps: Deps,
  writing: PostWriting,
  limits: VisitorLimits,
  isTellable: (user: User) => boolean,
): Sending {
  const { clock, mintId } = deps;

  const insert = async (
    write: Change,
    { workspaceId, userId }: Sender,
    given: Given,
  ): Promise<Submission> => {
    const submission = newSubmission({ id: mintId('submission'), userId, ...given }, clock.now());
    await write.submissions.insert(workspaceId, submission);
    return submission;
  };

  /** Keeps the text for the team. */
  const wait = async (
    write: Change,
    sender: Sender,
    author: User | null,
    given: Given,
  ): Promise<Submitted> => {
    const submission = await insert(write, sender, given);
    write.happened(`${thingOf(given.kind)}.submitted`, 'submission', { ...submission, author });
    return { state: 'waiting', submissionId: submission.id };
  };

  /** Remembers that the person sent this on the site. The text is where it was published. */
  const remember = (
    write: Change,
    visitor: VisitorCaller,
    given: Pick<Submission, 'kind' | 'postId' | 'commentId'>,
  ): Promise<Submission> =>
    insert(write, visitor, { ...given, state: 'approved', content: null, decidedAt: clock.now() });

  return {
    async submitPost(visitor, given) {
      const sent = checkedPost(visitor, given);
      await limits.take(visitor, 'post');
      return change(deps, visitor, async (write) => {
        const author = await visitorIn(write, visitor);
        const follows = given.follows === true && isTellable(author);
        const post = { kind: 'post' as const, ...sent, follows };
        if (await needsApproval(write, visitor, [sent.title, sent.content]))
          return wait(write, visitor, author, post);
        const draft = { ...sent, userId: author.id, parentId: null, createdAt: clock.now(), follows };
        const { id } = await publishPost(deps, writing, write, visitor, draft);
        await remember(write, visitor, { kind: 'post', postId: id, commentId: null });
        return { state: 'published', postId: id };
      });
    },

    async submitAnonymously(stranger, given) {
      const sent = checkedPost(stranger, given);
      await limits.take(stranger, 'post');
      return change(deps, stranger, async (write) => {
        const site = await write.sites.find(stranger.workspaceId);
        if (site?.anonymousPosts !== true) throw notFound('Page');
        return wait(write, stranger, null, { kind: 'post', ...sent });
      });
    },

    async submitComment(visitor, postId, { text, parentId = null, follows = false }) {
      const { workspaceId } = visitor;
      const content = commentContent(text, 'text');
      await limits.take(visitor, 'comment');
      return change(deps, visitor, async (write) => {
        const author = await visitorIn(write, visitor);
        const post = await shownPost(write, workspaceId, postId);
        if (parentId !== null) {
          const parent = await write.comments.findOfPost(workspaceId, postId, parentId);
          if (parent === undefined || parent.isDeleted || !parent.isPublic)
            throw badField('parentId', 'names no comment of this post.');
        }
        // Not later, also if the comment waits: the post is there.
        if (follows && isTellable(author)) {
          const by = { source: 'visitor' as const, now: clock.now() };
          await follow(write, workspaceId, { post, mergedFromId: null }, [author.id], by);
        }
        if (await needsApproval(write, visitor, [content]))
          return wait(write, visitor, author, { kind: 'comment', content, postId, parentId });
        const said = { content, parentId, userId: author.id, createdAt: clock.now() };
        const { id } = await publishComment(deps, write, visitor, postId, said);
        await remember(write, visitor, { kind: 'comment', postId, commentId: id });
        return { state: 'published', postId, commentId: id };
      });
    },

    async editPost(visitor, id, { title: newTitle, text }) {
      const { workspaceId } = visitor;
      const faults = faultsOf(visitor);
      const title = newTitle === undefined ? null : faults.check(() => postTitle(newTitle), '');
      const content = text === undefined ? null : faults.check(() => checkedText(text), '');
      await limits.take(visitor, 'comment');
      return change(deps, visitor, async (write) => {
        const author = await visitorIn(write, visitor);
        const post = await ownPost(write, visitor, id);
        const given = {
          title: title === post.title ? null : title,
          content: content === renderMarkdown(post.description) ? null : content,
        };
        if (given.title === null && given.content === null) return { state: 'published', postId: id };
        if (given.title !== null && (await othersTookPart(write, visitor, post)))
          throw conflict('The title can’t be changed anymore: others have voted or commented.');
        const earlier = await write.submissions.findEdit(workspaceId, author.id, {
          postId: id,
          commentId: null,
        });
        if (earlier !== undefined) await write.submissions.remove(workspaceId, earlier.id);
        if (await needsApproval(write, visitor, [title ?? '', content ?? '']))
          return wait(write, visitor, author, { kind: 'post_edit', ...given, postId: id });
        if (earlier !== undefined) write.record('submission.withdrawn', earlier.id);
        await changePost(deps, writing, write, visitor, post, given);
        return { state: 'published', postId: id };
      });
    },

    async editComment(visitor, id, { text }) {
      const { workspaceId } = visitor;
      const content = commentContent(text, 'text');
      await limits.take(visitor, 'comment');
      return change(deps, visitor, async (write) => {
        const author = await visitorIn(write, visitor);
        const { comment, post } = await ownComment(write, visitor, id);
        const thing = { postId: post.id, commentId: id };
        const earlier = await write.submissions.findEdit(workspaceId, author.id, thing);
        if (earlier !== undefined) await write.submissions.remove(workspaceId, earlier.id);
        if (await needsApproval(write, visitor, [content]))
          return wait(write, visitor, author, { kind: 'comment_edit', content, ...thing });
        if (earlier !== undefined) write.record('submission.withdrawn', earlier.id);
        await editComment(deps, write, workspaceId, comment, { text: bareText(content) });
        return { state: 'published', ...thing };
      });
    },

    async report(visitor, { postId, commentId = null, reason: given }) {
      const { workspaceId, userId } = visitor;
      const reason = givenReason(given);
      await limits.take(visitor, 'comment');
      await change(deps, visitor, async (write) => {
        await visitorIn(write, visitor);
        if (commentId === null) await shownPost(write, workspaceId, postId);
        else if ((await shownComment(write, workspaceId, commentId)).post.id !== postId)
          throw notFound('Comment');
        const report = { id: mintId('report'), postId, commentId, userId, reason, createdAt: clock.now() };
        if (await write.reports.insert(workspaceId, report)) write.record('report.created', report.id);
      });
    },
  };
}

const thingOf = (kind: SubmissionKind) =>
  kind === 'post' || kind === 'post_edit' ? ('post' as const) : ('comment' as const);

function checkedPost(caller: VisitorCaller | Stranger, { title, text }: SentPost) {
  const faults = faultsOf(caller);
  const sent = {
    title: faults.check(() => postTitle(title), ''),
    content: faults.check(() => checkedText(text), ''),
  };
  faults.throwAny();
  return sent;
}

function checkedText(text: string): string {
  const content = submittedText(text, 0);
  submittedDescription(content);
  return content;
}

/** By the site's rule. Changes pass the same rule as new texts. */
async function needsApproval(
  write: Change,
  { workspaceId, userId }: VisitorCaller,
  texts: readonly string[],
): Promise<boolean> {
  const site = await write.sites.find(workspaceId);
  if (site === undefined || site.visibility === 'off') throw notFound('Page');
  const wasApproved =
    site.moderation === 'first' && (await write.submissions.wasApproved(workspaceId, userId));
  return mustWait(site.moderation, texts, wasApproved);
}
