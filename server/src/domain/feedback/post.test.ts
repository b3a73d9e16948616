import { describe, expect, it } from 'vitest';
import { edited } from '../kernel/version.ts';
import { checkedPost, newPost } from './post.ts';

const given = {
  id: 'post_1',
  title: 'Dark mode',
  postTypeId: 'type_1',
  statusId: 'stat_1',
  authorId: 'user_1',
};

describe('a new post', () => {
  it('starts at version 1, uncounted, unmerged, without text', () => {
    expect(newPost(given, 5)).toEqual({
      ...given,
      description: { type: 'doc', content: [{ type: 'paragraph' }] },
      descriptionHtml: '',
      votesCount: 0,
      commentsCount: 0,
      importedVotes: 0,
      externalId: null,
      sourceUrl: null,
      mergedIntoId: null,
      visibility: 'internal',
      ownerId: null,
      publicCommentsCount: 0,
      publicUpdatedAt: null,
      version: 1,
      createdAt: 5,
      updatedAt: 5,
    });
  });

  it('keeps what it is given', () => {
    expect(newPost({ ...given, createdAt: 1, votesCount: 3 }, 5)).toMatchObject({
      createdAt: 1,
      updatedAt: 5,
      votesCount: 3,
    });
  });
});

describe('an edited post', () => {
  it('has the edits, the next version and the time of the edit', () => {
    const post = newPost(given, 5);
    expect(edited(post, { title: 'Light mode' }, 9)).toEqual({
      ...post,
      title: 'Light mode',
      version: 2,
      updatedAt: 9,
    });
  });
});

describe('the fields that a caller sets', () => {
  const now = Date.UTC(2026, 0, 31);

  it('are checked and stored; what is absent stays absent', () => {
    expect(
      checkedPost({ title: ' Dark mode ', sourceUrl: null, importedVotes: 7, createdAt: undefined }, now),
    ).toEqual({
      title: 'Dark mode',
      importedVotes: 7,
      sourceUrl: null,
    });
  });

  it.each([
    ['title', { title: ' ' }],
    ['sourceUrl', { sourceUrl: 'ftp://example.com' }],
    ['importedVotes', { importedVotes: -1 }],
    ['importedVotes', { importedVotes: 0.5 }],
    ['importedVotes', { importedVotes: 1_000_000_001 }],
    ['createdAt', { createdAt: 'yesterday' }],
    ['createdAt', { createdAt: '2026-02-01' }],
  ])('are refused by the name of the field: %s', (field, input) => {
    expect(() => checkedPost(input, now)).toThrow(`"${field}"`);
  });
});
