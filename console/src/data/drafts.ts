// Half-written comments and notes, kept in the browser for each person, workspace and post until they are sent, or until
// the person signs out. Without storage, they last as long as the page.

import type { RichText } from '@earshot/client';

export interface Draft {
  content: string;
  /** If it has more than text. */
  document?: RichText | undefined;
  isPrivate: boolean;
}

/** What is needed of `localStorage`. */
export type DraftStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const prefix = 'earshot-draft:';
export const maxDrafts = 50;

const keysIn = (storage: DraftStorage): string[] =>
  [...Array(storage.length).keys()]
    .map((index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(prefix));

const isDocument = (value: unknown): value is RichText =>
  typeof value === 'object' && value !== null && 'content' in value && Array.isArray(value.content);

function parse(text: string | null): (Draft & { at: number }) | undefined {
  try {
    const { content, document, isPrivate, at } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    if (typeof content !== 'string') return undefined;
    return {
      ...{ content, isPrivate: isPrivate === true, at: Number(at) },
      ...(isDocument(document) && { document }),
    };
  } catch {
    return undefined;
  }
}

/** Storage may be blocked or full: then nothing is kept. */
export function inStorage<T>(work: (storage: DraftStorage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

export function readDraft(storage: DraftStorage, place: string): Draft | undefined {
  const found = parse(storage.getItem(prefix + place));
  if (found === undefined) return undefined;
  const { at, ...draft } = found;
  return draft;
}

/** An empty draft is removed. Beyond the limit, the oldest one is. */
export function keepDraft(storage: DraftStorage, place: string, draft: Draft, now = Date.now()): void {
  storage.removeItem(prefix + place);
  if (draft.content.trim() === '') return;
  storage.setItem(prefix + place, JSON.stringify({ ...draft, at: now }));
  const keys = keysIn(storage);
  if (keys.length <= maxDrafts) return;
  const ageOf = (key: string) => parse(storage.getItem(key))?.at ?? 0;
  const [oldest] = keys.sort((a, b) => ageOf(a) - ageOf(b));
  if (oldest !== undefined) storage.removeItem(oldest);
}

export function removeDraftsIn(storage: DraftStorage, exceptOf?: string): void {
  for (const key of keysIn(storage))
    if (exceptOf === undefined || !key.startsWith(`${prefix}${exceptOf}:`)) storage.removeItem(key);
}

/** All drafts, or all but those of the person who is signed in. */
export const removeDrafts = (exceptOf?: string): void =>
  void inStorage((storage) => removeDraftsIn(storage, exceptOf));
