import { expect, it } from 'vitest';
import type { ChangelogView } from '../domain/changelog.ts';
import type { Post } from '../domain/post.ts';
import { emptyRichText } from '../domain/rich-text/rich-text.ts';
import { changelogPresenter } from './changelog.ts';

it('parses the description of a linked post only when that post is written', () => {
  let parsed = 0;
  const post = (id: string): Post => ({
    id,
    title: id,
    get description() {
      parsed += 1;
      return emptyRichText;
    },
    descriptionHtml: '',
    postTypeId: 'type_1',
    statusId: 'stat_1',
    authorId: 'user_1',
    votesCount: 0,
    commentsCount: 0,
    externalId: null,
    sourceUrl: null,
    mergedIntoId: null,
    version: 1,
    createdAt: 0,
    updatedAt: 0,
  });
  const view: ChangelogView = {
    id: 'clog_1',
    title: 'New',
    slug: 'new',
    content: emptyRichText,
    contentHtml: '',
    labels: [],
    state: 'draft',
    publishedAt: null,
    completesPosts: false,
    version: 1,
    createdAt: 0,
    updatedAt: 0,
    linkedPostIds: ['post_1', 'post_2'],
    posts: [post('post_1'), post('post_2')],
  };
  const { posts = [] } = changelogPresenter(({ id }) => id)(view);
  expect(parsed).toBe(0);
  const written: string[] = [];
  for (const { id } of posts) {
    written.push(id);
    expect(parsed).toBe(written.length);
  }
  expect(written).toEqual(['post_1', 'post_2']);
});
