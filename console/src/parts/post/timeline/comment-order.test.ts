import type { FeedbackComment } from '@earshot/client';
import { describe, expect, it } from 'vitest';
import { inReadingOrder, withEvents } from './comment-order.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

const comment = (id: string, minute: number, rest: Partial<FeedbackComment> = {}): FeedbackComment => ({
  id,
  content: id,
  postId: 'post_1',
  parentId: null,
  userId: 'user_1',
  author: null,
  externalId: null,
  isDeleted: false,
  isPrivate: false,
  createdAt: at(minute),
  updatedAt: at(minute),
  isPublic: false,
  isFromTeam: false,
  isAnswer: false,
  ...rest,
});

const shown = (comments: FeedbackComment[], notes: FeedbackComment[] = []) =>
  inReadingOrder(comments, notes).map(({ comment: { id }, depth }) => `${'>'.repeat(depth)}${id}`);

describe('comments in reading order', () => {
  it('have each reply after its parent', () => {
    const tree = [
      comment('a', 1, { replies: [comment('b', 2, { replies: [comment('c', 5)] }), comment('d', 3)] }),
      comment('e', 4),
    ];
    expect(shown(tree)).toEqual(['a', '>b', '>>c', '>d', 'e']);
  });

  it('include notes by time, and below their parents', () => {
    const tree = [comment('a', 1), comment('c', 5)];
    const notes = [
      comment('n2', 6, { isPrivate: true, parentId: 'n1' }),
      comment('n1', 2, { isPrivate: true, parentId: 'a' }),
      comment('n3', 3, { isPrivate: true }),
      comment('n4', 9, { isPrivate: true, parentId: 'gone' }),
    ];
    expect(shown(tree, notes)).toEqual(['a', '>n1', '>>n2', 'n3', 'c', 'n4']);
  });

  it('may be deeper than the call stack', () => {
    let tree = comment('last', 0);
    for (let depth = 0; depth < 50_000; depth += 1) tree = comment(`c${depth}`, 0, { replies: [tree] });
    expect(inReadingOrder([tree], []).at(-1)).toMatchObject({ depth: 50_000 });
  });
});

it('puts events between threads, by time, and never into one', () => {
  const comment = (id: string, createdAt: string, depth = 0) =>
    ({ comment: { id, createdAt } as FeedbackComment, depth }) as const;
  const placed = [comment('first', '2'), comment('reply', '6', 1), comment('second', '4')];
  const events = ['1', '3', '5'].map((at) => ({ at }));
  const names = withEvents(placed, events).map((one) => ('comment' in one ? one.comment.id : one.at));
  expect(names).toEqual(['1', 'first', 'reply', '3', 'second', '5']);
});
