// The mails about a post: its status, the team's answer, a reply to one's comment.

import { isShown, type Post } from '../../domain/feedback/post.ts';
import type { Dropped } from '../../domain/mail/content.ts';
import { quoted, titled } from '../../domain/mail/words.ts';
import { linkTo, notice, type Told, tiesTo } from './notice.ts';
import { type Rendered, type RenderTools, senderOf } from './renderer.ts';
import { mailTexts } from './texts/index.ts';

const gone: Dropped = { dropped: 'The post is gone.' };
const isInternal: Dropped = { dropped: 'The post is not public.' };
const isNotFollowed: Dropped = { dropped: 'They no longer follow the post.' };

async function postOf({ read, site }: RenderTools, { payload }: Rendered): Promise<Post | Dropped> {
  const post = await read.posts.find(site.id, String(payload.postId));
  if (post === undefined || post.mergedIntoId !== null) return gone;
  return isShown(post) || payload.isExplicit === true ? post : isInternal;
}

export const statusMail = notice('status', async (tools, mail, { userId, language }) => {
  const { read, site } = tools;
  const post = await postOf(tools, mail);
  if ('dropped' in post) return post;
  if (post.statusId !== mail.payload.statusId) return { dropped: 'The status has changed again.' };
  const status = await read.statuses.find(site.id, post.statusId);
  if (status === undefined) return gone;
  const ties = await tiesTo(tools, userId, [post.id]);
  const asVoter = ties.followed === undefined;
  if (asVoter && (mail.payload.choice !== 'voters' || ties.voted === undefined)) return isNotFollowed;
  const [change] = await read.statuses.pageOfChanges(site.id, {
    postIds: [post.id],
    slice: { take: 1, skip: 0, after: undefined },
  });
  const isTold =
    change?.toStatusId === post.statusId && (change.isPublic || mail.payload.isExplicit === true);
  const texts = mailTexts[language];
  const title = titled(post.title);
  return {
    subject: texts.status.subject(status.name, title),
    paragraphs: [texts.status.moved(title, status.name)],
    ...(isTold && change.comment !== null && { quote: quoted(change.comment, { isFromTeam: true }) }),
    ...buttonTo(tools, post, texts.notice.seePost),
    reason: asVoter ? texts.notice.voted(title, senderOf(site)) : texts.notice.follows(title),
    followedPostId: asVoter ? undefined : post.id,
  };
});

export const answerMail = notice('answer', async (tools, mail, { userId, language }) => {
  const { read, site } = tools;
  const post = await postOf(tools, mail);
  if ('dropped' in post) return post;
  const answer = await read.publicContent.findAnswer(site.id, post.id);
  if (answer === undefined || answer.id !== mail.payload.commentId)
    return { dropped: 'The answer was taken back.' };
  const { followed } = await tiesTo(tools, userId, [post.id]);
  if (followed === undefined) return isNotFollowed;
  const texts = mailTexts[language];
  const title = titled(post.title);
  return {
    subject: texts.answer.subject(title),
    paragraphs: [texts.answer.says(senderOf(site), title)],
    quote: quoted(answer.content, { isFromTeam: true }),
    ...buttonTo(tools, post, texts.notice.seePost),
    reason: texts.notice.follows(title),
    followedPostId: post.id,
  };
});

export const replyMail = notice('reply', async (tools, mail, { userId, language }) => {
  const { read, site } = tools;
  const post = await postOf(tools, mail);
  if ('dropped' in post) return post;
  const reply = await read.comments.find(site.id, String(mail.payload.commentId));
  if (reply === undefined || reply.isDeleted || !reply.isPublic) return { dropped: 'The reply is gone.' };
  const { followed } = await tiesTo(tools, userId, [post.id]);
  if (followed === undefined) return isNotFollowed;
  const texts = mailTexts[language];
  const title = titled(post.title);
  return {
    subject: texts.reply.subject(title),
    paragraphs: [texts.reply.says(title)],
    quote: quoted(reply.content, reply),
    ...buttonTo(tools, post, texts.notice.seePost),
    reason: texts.notice.follows(title),
    followedPostId: post.id,
  };
});

function buttonTo(tools: RenderTools, post: Post, label: string): Pick<Told, 'button'> {
  const url = linkTo(tools, post);
  return url === undefined ? {} : { button: { label, url } };
}
