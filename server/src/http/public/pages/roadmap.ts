// What is planned, in progress and shipped.

import { type Html, html } from '../../../domain/kernel/html.ts';
import type { RoadmapStage } from '../../../domain/site/reading.ts';
import type { PublicListedPost } from '../../../shapes/site/public-post.ts';
import { type View, withQuery } from '../view.ts';
import { layout } from './layout.ts';

export interface RoadmapContent {
  columns: { stage: RoadmapStage; posts: PublicListedPost[]; hasMore: boolean }[];
}

export const roadmapPage = (view: View, { columns }: RoadmapContent): string =>
  layout(view, {
    title: view.texts.roadmap,
    description: '',
    path: '/roadmap',
    tab: 'roadmap',
    wide: true,
    content: html`<h1>${view.texts.roadmap}</h1>
<div class="board">${columns.map((column) => section(view, column))}</div>`,
  });

function section({ texts, links }: View, { stage, posts, hasMore }: RoadmapContent['columns'][number]): Html {
  const { name, hint } = texts.stages[stage];
  return html`<section><h2 class="dot ${stage}">${name}</h2><p>${hint}</p>${posts.map(
    ({ url, title, votesCount }) =>
      html`<a class="card" href="${url}"><b dir="auto">${title}</b><div class="meta"><span>${texts.votes(votesCount)}</span></div></a>\n`,
  )}${posts.length === 0 && html`<p class="none">${texts.emptyColumn}</p>`}${hasMore && html`<a class="more" href="${withQuery(links.page('/'), listOf(stage, posts))}">${texts.allInColumn}</a>`}</section>\n`;
}

/** The list that goes on where a column ends. It takes one status, so that of a stage with several is the whole one. */
function listOf(stage: RoadmapStage, posts: readonly PublicListedPost[]): Record<string, string> {
  const [status = '', ...others] = new Set(posts.map((post) => post.status.slug));
  if (others.length === 0) return { status };
  return stage === 'completed' ? { sort: 'shipped' } : {};
}
