import { describe, expect, it } from 'vitest';
import { newPost, type PostRelations, type PostView } from '../../domain/feedback/post.ts';
import { presented } from '../kernel/presented.ts';
import { postForms, postPresenter } from './post.ts';

const at = Date.UTC(2026, 0, 31);
const post = newPost(
  { id: 'post_a', title: 'Dark "mode"', postTypeId: 'type_a', statusId: 'stat_a', authorId: 'user_a' },
  at,
);
const user = {
  id: 'user_a',
  externalId: null,
  name: 'Ada "A." Lovelace',
  email: 'ada@example.com',
  avatarUrl: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
};
const relations: Required<PostRelations> = {
  author: user,
  owner: { id: 'acct_a', name: 'Grace' },
  tags: [
    {
      id: 'tag_a',
      name: 'ui',
      color: null,
      isPublic: false,
      postsCount: 1,
      version: 1,
      createdAt: at,
      updatedAt: at,
    },
  ],
  attachments: [],
  voters: [{ user, votedAt: at }],
  votersTruncated: true,
  mergedInto: { id: 'post_b', title: 'Night' },
};

/** Every subset of the relations. */
const names = Object.keys(relations) as (keyof PostRelations)[];
const subsets = Array.from({ length: 2 ** names.length }, (_, bits) => {
  const chosen = names.filter((_name, index) => (bits & (1 << index)) !== 0);
  return Object.fromEntries(chosen.map((name) => [name, relations[name]])) as PostRelations;
});

describe('a post whose own fields were read as text', () => {
  const present = postPresenter(() => 'https://example.com/file');
  const asText = (form: typeof postForms.listed, related: PostRelations) =>
    present.json({ ...related, id: post.id, json: JSON.stringify(presented(post, form)).slice(0, -1) });

  it('is the same JSON as the presented object, with any relations', () => {
    for (const related of [...subsets, { mergedInto: null, owner: null }]) {
      const view: PostView = { ...post, ...related };
      expect(asText(postForms.listed, related)).toBe(JSON.stringify(present.listed(view)));
      expect(asText(postForms.detailed, related)).toBe(JSON.stringify(present.single(view)));
    }
  });
});
