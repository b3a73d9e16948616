// The pages as Markdown, for programs that read text.

import { markdownText as text } from '../../domain/rich-text/markdown-out.ts';
import type { PublicEntry } from '../../shapes/site/public-entry.ts';
import type { PublicComment, PublicFile, PublicListedPost } from '../../shapes/site/public-post.ts';
import type { ChangelogContent } from './pages/changelog.ts';
import type { FeedbackContent } from './pages/feedback.ts';
import type { PostContent } from './pages/post.ts';
import type { RoadmapContent } from './pages/roadmap.ts';
import { authorOf, dayOf, fromTeam, type View, withQuery } from './view.ts';

const link = (title: string, url: string): string => `[${text(title)}](<${url}>)`;

const joined = (...parts: (string | false)[]): string =>
  `${parts.filter((part) => part !== false && part !== '').join('\n\n')}\n`;

const postLine = ({ texts }: View, { title, url, status, votesCount }: PublicListedPost): string =>
  `- ${link(title, url)}: ${text(status.name)}, ${texts.votes(votesCount)}`;

const nextLink = (label: string, url: string, after: string | null): string | false =>
  after !== null && link(label, withQuery(url, { after }));

export const feedbackMarkdown = (
  view: View,
  query: Record<string, string>,
  { posts, next }: FeedbackContent,
): string =>
  joined(
    `# ${text(view.site.name)}`,
    text(view.site.description),
    posts.map((post) => postLine(view, post)).join('\n') || view.texts.noPosts,
    nextLink(view.texts.more, withQuery(view.links.file('/feedback.md'), { ...query, after: '' }), next),
  );

export const postMarkdown = (view: View, { post, comments, next }: PostContent): string => {
  const { texts } = view;
  return joined(
    `# ${text(post.title)}`,
    post.authorName !== null && `${texts.author}: ${text(post.authorName)}`,
    `${text(post.status.name)}${post.reason === null ? '' : `. ${text(post.reason)}`}, ${texts.votes(post.votesCount)}`,
    post.descriptionMarkdown,
    filesMarkdown(post.attachments),
    post.answer !== null && `## ${text(fromTeam(post.answer, view))}\n\n${commentText(post.answer)}`,
    comments.length > 0 && `## ${texts.comments(post.commentsCount)}`,
    ...comments.map((comment) => commentMarkdown(view, comment)),
    nextLink(texts.olderComments, view.links.file(`/posts/${post.id}.md`), next),
  );
};

const commentMarkdown = (view: View, comment: PublicComment): string => {
  const author = comment.isFromTeam ? fromTeam(comment, view) : authorOf(comment, view);
  return `**${text(author)}** (${dayOf(comment.createdAt, view.texts)}):\n\n${commentText(comment)}`;
};

const commentText = ({ contentMarkdown, attachments }: PublicComment): string =>
  joined(contentMarkdown, filesMarkdown(attachments)).trimEnd();

const filesMarkdown = (files: readonly PublicFile[]): string =>
  files.map(({ fileName, url }) => `- ${link(fileName, url)}`).join('\n');

export const roadmapMarkdown = (view: View, { columns }: RoadmapContent): string =>
  joined(
    `# ${text(view.texts.roadmap)}`,
    ...columns.flatMap(({ stage, posts }) => [
      `## ${view.texts.stages[stage].name}`,
      posts.map((post) => postLine(view, post)).join('\n') || view.texts.emptyColumn,
    ]),
  );

export const changelogMarkdown = (view: View, { entries, next }: ChangelogContent): string =>
  joined(
    `# ${text(view.texts.changelog)}`,
    ...entries.map(({ title, url, publishedAt, excerpt }) =>
      joined(
        `## ${link(title, url)}`,
        publishedAt !== null && dayOf(publishedAt, view.texts),
        text(excerpt),
      ).trimEnd(),
    ),
    nextLink(view.texts.olderEntries, view.links.file('/changelog.md'), next),
  );

export const entryMarkdown = (view: View, entry: PublicEntry): string =>
  joined(
    `# ${text(entry.title)}`,
    entry.publishedAt !== null && dayOf(entry.publishedAt, view.texts),
    entry.contentMarkdown,
    filesMarkdown(entry.attachments),
    entry.posts.length > 0 && `## ${view.texts.ships}`,
    entry.posts.map((post) => postLine(view, post)).join('\n'),
  );
