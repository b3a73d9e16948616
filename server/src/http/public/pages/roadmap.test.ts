import { expect, it } from 'vitest';
import { newSite } from '../../../domain/site/site.ts';
import { siteAddresses } from '../../../shapes/site/addresses.ts';
import type { PublicListedPost } from '../../../shapes/site/public-post.ts';
import { viewOf } from '../site-at.ts';
import { roadmapPage } from './roadmap.ts';

const site = newSite({ id: 'ws_1', slug: 'acme', workspaceName: 'Acme' }, 0);
const addresses = siteAddresses(() => 'https://acme.test', new Map());

const postIn = (slug: string): PublicListedPost => ({
  ...{ id: 'post_1', url: '/p/acme/posts/post_1', title: 'Dark mode', excerpt: '', votesCount: 1 },
  ...{ commentsCount: 0, createdAt: '2026-01-31T00:00:00.000Z', updatedAt: '2026-01-31T00:00:00.000Z' },
  status: { name: slug, slug, category: 'unstarted' },
  type: { name: 'Feature', slug: 'feature' },
});

it.each([
  ['unstarted', ['planned', 'planned'], '/p/acme?status=planned'],
  ['completed', ['done', 'released'], '/p/acme?sort=shipped'],
  ['active', ['doing', 'testing'], '/p/acme'],
] as const)('a column of %s posts that is cut leads to the list that goes on: %j', (stage, slugs, to) => {
  const column = { stage, posts: slugs.map(postIn) };
  const pageOf = (hasMore: boolean) =>
    roadmapPage(viewOf(site, addresses, undefined), { columns: [{ ...column, hasMore }] });
  expect(pageOf(true)).toContain(`<a class="more" href="${to}">`);
  expect(pageOf(false)).not.toContain('class="more"');
});
