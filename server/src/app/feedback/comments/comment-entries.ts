// The input of comment upserts, checked before the transaction: one entry for a single comment, up to 500 in bulk.

import { setImmediate } from 'node:timers/promises';
import { maxCommentsAtOnce } from '../../../domain/feedback/comment.ts';
import {
  type CommentFormat,
  type GivenText,
  readCommentText,
} from '../../../domain/feedback/comment-text.ts';
import { type Instant, pastInstant } from '../../../domain/kernel/clock.ts';
import { badField } from '../../../domain/kernel/failure.ts';
import type { Faults } from '../../../domain/kernel/faults.ts';
import { externalIdText } from '../../../domain/kernel/text.ts';
import { checkedReference, type NamedPerson, namesPerson } from '../../../domain/people/user.ts';

/** What a caller says about one comment. Undefined keeps what is there. */
export interface CommentEntry {
  externalId: string;
  /** Required for a new comment. */
  content?: unknown;
  contentFormat?: CommentFormat | undefined;
  parentId?: string | null | undefined;
  parentExternalId?: string | null | undefined;
  isPrivate?: boolean | undefined;
  createdAt?: string | null | undefined;
  author?: NamedPerson | undefined;
}

/** The parent that an entry names; null for the top level. */
export type NamedParent = { id: string } | { externalId: string } | null;

export interface CheckedEntry {
  externalId: string;
  text: GivenText | undefined;
  /** Undefined if the entry doesn't say. */
  parent: NamedParent | undefined;
  isPrivate: boolean | undefined;
  createdAt: Instant | undefined;
  author: NamedPerson | undefined;
  /** The request field of a part of this entry, for error messages. */
  field(name: string): string;
}

/** A content has up to 10,000 characters, so a whole bulk body would block the event loop. */
const entriesAStep = 20;

/** The entries of a bulk body. */
export async function checkEntries(
  entries: readonly CommentEntry[],
  now: Instant,
  faults: Faults,
): Promise<CheckedEntry[]> {
  if (entries.length < 1 || entries.length > maxCommentsAtOnce) {
    throw badField('comments', `must hold 1 to ${maxCommentsAtOnce} comments.`);
  }
  const checked: CheckedEntry[] = [];
  const firstWith = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    if (faults.isFull()) break;
    // Of markup, parsing one takes as long as checking many plain ones.
    if (index % entriesAStep === entriesAStep - 1 || isMarkup(entry)) await setImmediate();
    const field = (name: string) => `comments.${index}.${name}`;
    const one = checkEntry(entry, now, faults, field);
    const earlier = firstWith.get(one.externalId);
    if (earlier === undefined) firstWith.set(one.externalId, index);
    else faults.check(() => refuseRepeated(field('externalId'), earlier), undefined);
    checked.push(one);
  }
  faults.throwAny();
  return checked;
}

const isMarkup = ({ content, contentFormat = 'text' }: CommentEntry): boolean =>
  contentFormat !== 'text' || typeof content === 'object';

function refuseRepeated(field: string, earlier: number): never {
  throw badField(field, `is the same as that of "comments.${earlier}".`);
}

/** The result is only meaningful if no field is invalid. */
export function checkEntry(
  {
    externalId,
    content,
    contentFormat,
    parentId,
    parentExternalId,
    isPrivate,
    createdAt,
    author,
  }: CommentEntry,
  now: Instant,
  faults: Faults,
  field: (name: string) => string = (name) => name,
): CheckedEntry {
  const read = <T>(check: () => T): T | undefined => faults.check<T | undefined>(check, undefined);
  const someone = author !== undefined && namesPerson(author.reference) ? author : undefined;
  if (someone !== undefined) read(() => checkedReference(someone.reference, someone.fields));
  const parent =
    parentId == null && parentExternalId != null
      ? { externalId: read(() => externalIdText(parentExternalId, field('parentExternalId'))) ?? '' }
      : parentId == null
        ? parentId
        : { id: parentId };
  return {
    externalId: read(() => externalIdText(externalId, field('externalId'))) ?? externalId,
    text:
      content === undefined
        ? undefined
        : read(() => readCommentText(content, contentFormat, field('content'))),
    parent: parent === undefined && parentExternalId === null ? null : parent,
    isPrivate,
    createdAt: createdAt == null ? undefined : read(() => pastInstant(createdAt, field('createdAt'), now)),
    author: someone,
    field,
  };
}
