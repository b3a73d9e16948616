import { beforeEach, expect, it } from 'vitest';
import { type DraftStorage, keepDraft, maxDrafts, readDraft, removeDraftsIn } from './drafts.ts';

const items = new Map<string, string>();
const storage: DraftStorage = {
  get length() {
    return items.size;
  },
  key: (index) => [...items.keys()][index] ?? null,
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => void items.set(key, value),
  removeItem: (key) => void items.delete(key),
};
const note = { content: 'Ask legal', isPrivate: true };

beforeEach(() => items.clear());

it('keeps what was written, and whether it was a note, until it is empty', () => {
  keepDraft(storage, 'ada:first:post', note);
  expect(readDraft(storage, 'ada:first:post')).toEqual(note);
  expect(readDraft(storage, 'ada:other:post')).toBeUndefined();
  keepDraft(storage, 'ada:first:post', { content: ' \n', isPrivate: true });
  expect(items.size).toBe(0);
});

it('keeps a limited number, the newest', () => {
  items.set('other', 'not a draft');
  for (let number = 0; number <= maxDrafts; number += 1) keepDraft(storage, `post${number}`, note, number);
  expect(items.size).toBe(maxDrafts + 1);
  expect(readDraft(storage, 'post0')).toBeUndefined();
  expect(readDraft(storage, `post${maxDrafts}`)).toEqual(note);
});

it('removes all drafts, or those of other people', () => {
  items.set('other', 'not a draft');
  for (const person of ['ada', 'adam']) keepDraft(storage, `${person}:first:post`, note);
  removeDraftsIn(storage, 'ada');
  expect([...items.keys()]).toEqual(['other', 'earshot-draft:ada:first:post']);
  removeDraftsIn(storage);
  expect([...items.keys()]).toEqual(['other']);
});

it('ignores what it did not write', () => {
  for (const text of ['{', 'null', '[]', '{"content":1}']) {
    items.set('earshot-draft:place', text);
    expect(readDraft(storage, 'place')).toBeUndefined();
  }
});
