import { expect, it } from 'vitest';
import { type ChangelogView, newChangelog } from '../../domain/changelog/changelog.ts';
import { newPost, type Post } from '../../domain/feedback/post.ts';
import { emptyRichText } from '../../domain/rich-text/rich-text.ts';
import { changelogPresenter } from './changelog.ts';

it('parses the description of a linked post only when that post is written', () => {
  let parsed = 0;
  const post = (id: string): Post => {
    const given = { id, title: id, postTypeId: 'type_1', statusId: 'stat_1', authorId: 'user_1' };
    const get = () => {
      parsed += 1;
      return emptyRichText;
    };
    return Object.defineProperty(newPost(given, 0), 'description', { get, enumerable: true });
  };
  const view: ChangelogView = {
    ...newChangelog({ id: 'clog_1', title: 'New', slug: 'new' }, 0),
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
