import { describe, expect, it } from 'vitest';
import { type InboxEntry, inboxCollector, laterUntil } from './inbox.ts';

const me = 'acct_me';
const other = { type: 'person', id: 'acct_other' } as const;

const entry = (sequence: number, given: Partial<InboxEntry> = {}): InboxEntry => ({
  ...{ sequence, type: 'comment.created', postId: 'post_a', commentId: null, actor: other },
  ...{ createdAt: sequence, isThere: true, isMentioned: false, ownerId: null, seenTo: null, until: null },
  ...given,
});

/** Given newest first. */
const collected = (...entries: InboxEntry[]) => {
  const collector = inboxCollector(me, 1000);
  for (const each of entries) collector.add(each);
  return {
    items: collector.items().map(({ postId, why, at }) => [postId, why, at]),
    oldest: collector.oldest(),
  };
};

describe('an inbox', () => {
  it('has a post once, where its newest entry is, with its best reason', () => {
    const { items, oldest } = collected(
      entry(9),
      entry(8, { postId: 'post_b' }),
      entry(7, { type: 'post.created' }),
      entry(6, { postId: 'post_b' }),
    );
    expect(items).toEqual([
      ['post_a', 'new', 7],
      ['post_b', 'comment', 8],
    ]);
    expect(oldest).toBe(6);
  });

  it('has nothing that the member did, nothing that is gone, and nothing that is dealt with', () => {
    const mine = { actor: { type: 'person', id: me } } as const;
    const { items } = collected(
      entry(9, mine),
      entry(8, { isThere: false, postId: 'post_b' }),
      entry(7, { seenTo: 7, postId: 'post_c' }),
      entry(6, { seenTo: 9, until: 1000, postId: 'post_d' }),
      entry(5, { seenTo: 3, until: 1000, postId: 'post_e' }),
    );
    expect(items).toEqual([]);
  });

  it('has a post again that was done or put off, once something new happens', () => {
    const { items } = collected(
      entry(9, { seenTo: 8 }),
      entry(8, { seenTo: 7, until: 1001, postId: 'post_b' }),
      entry(7, { seenTo: 8 }),
    );
    expect(items).toEqual([
      ['post_a', 'comment', 9],
      ['post_b', 'comment', 8],
    ]);
  });

  it('has a post that another member handed over, and that is still with the member', () => {
    const handed = { type: 'post.assigned', ownerId: me } as const;
    const mine = { ...handed, actor: { type: 'person', id: me } } as const;
    expect(collected(entry(9, handed), entry(8, { type: 'post.created' })).items).toEqual([
      ['post_a', 'handover', 9],
    ]);
    expect(collected(entry(9, { ...handed, ownerId: other.id })).items).toEqual([]);
    // Taken from whoever had it before.
    expect(collected(entry(9, mine), entry(8, handed)).items).toEqual([]);
  });

  it('has a mention, also one that an edit adds, and no other edit', () => {
    const edit = { type: 'comment.updated' } as const;
    expect(collected(entry(9, edit)).items).toEqual([]);
    expect(collected(entry(9), entry(8, { ...edit, isMentioned: true }), entry(7)).items).toEqual([
      ['post_a', 'mention', 8],
    ]);
  });

  it('puts off until a time to come, at most a year', () => {
    expect(laterUntil(2, 1)).toBe(2);
    for (const until of [0, 1, 367 * 86_400_000]) expect(() => laterUntil(until, 1)).toThrow('until');
  });
});
