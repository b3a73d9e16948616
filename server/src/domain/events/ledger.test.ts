import { expect, it } from 'vitest';
import type { Tag } from '../catalog/tag.ts';
import type { VoteView } from '../feedback/vote.ts';
import { changesBetween, deletedId, objectFields } from './ledger.ts';
import { withoutPerson } from './payload-erasure.ts';

it('tells what differs between two presentations, field by field', () => {
  const before = {
    id: 'a',
    title: 'Old',
    tags: [{ id: 't' }],
    description: { type: 'doc' },
    left: 1,
    same: null,
  };
  const after = { id: 'a', title: 'New', tags: [], description: { type: 'doc' }, added: true, same: null };
  expect(changesBetween(before, after)).toEqual([
    { field: 'title', from: 'Old', to: 'New' },
    { field: 'tags', from: [{ id: 't' }], to: [] },
    { field: 'left', from: 1, to: null },
    { field: 'added', from: null, to: true },
  ]);
  expect(changesBetween(before, structuredClone(before))).toEqual([]);
});

it('leaves out what follows from an edit: its time, the version, rendered text', () => {
  const at = (version: number) => ({
    version,
    updatedAt: `${version}`,
    descriptionHtml: `<p>${version}`,
    contentHtml: `<p>${version}`,
  });
  expect(changesBetween(at(1), at(2))).toEqual([]);
});

it('files a vote under its post, and knows it by both ends', () => {
  const vote: VoteView = { postId: 'post_1', userId: 'user_1', votedAt: 1, user: null };
  const fields = objectFields('vote', vote);
  expect(fields).toEqual({ objectKind: 'vote', objectId: 'post_1', postId: 'post_1', userId: 'user_1' });
  expect(deletedId(fields)).toBe('post_1:user_1');
  const tag = objectFields('tag', { id: 'tag_1' } as Tag);
  expect([tag, deletedId(tag)]).toEqual([
    { objectKind: 'tag', objectId: 'tag_1', postId: null, userId: null },
    'tag_1',
  ]);
});

it('takes a person out of a payload, and out of what their own fields changed from and to', () => {
  const ada = { id: 'user_1', name: 'Ada', email: 'ada@x.test', externalId: null, avatarUrl: null };
  const erasedAda = { ...ada, name: 'Deleted user', email: null };
  const changes = [
    { field: 'name', from: 'A', to: 'Ada' },
    { field: 'createdAt', from: 1, to: 2 },
  ];
  expect(withoutPerson({ object: ada, changes }, 'user_1')).toEqual({
    object: erasedAda,
    changes: [{ field: 'name', from: 'Deleted user', to: 'Deleted user' }, changes[1]],
  });
  const post = { id: 'post_1', author: ada };
  const moved = [{ field: 'author', from: { id: 'user_2', name: 'Bob' }, to: ada }];
  expect(withoutPerson({ object: post, changes: moved }, 'user_1')).toEqual({
    object: { ...post, author: erasedAda },
    changes: [{ ...moved[0], to: erasedAda }],
  });
  expect(withoutPerson({ object: post }, 'user_2')).toEqual({ object: post });
  const threshold = { metric: 'votesCount', atLeast: 2 } as const;
  expect(withoutPerson({ object: post, threshold }, 'user_2')).toEqual({ object: post, threshold });
});
