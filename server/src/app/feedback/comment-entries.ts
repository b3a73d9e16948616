// The input of comment upserts, checked before the transaction: one entry for a single comment, up to 500 in bulk.

import { setImmediate } from 'node:timers/promises';
import { type Instant, pastInstant } from '../../domain/clock.ts';
import { commentContent, maxCommentsAtOnce } from '../../domain/comment.ts';
import { badField, badFields, Failure, type FieldFault } from '../../domain/failure.ts';
import { externalIdText } from '../../domain/text.ts';
import { checkedReference, type NamedPerson, namesSomebody } from '../../domain/user.ts';

/** What a caller says about one comment. Undefined keeps what is there. */
export interface CommentEntry {
  externalId: string;
  /** Required for a new comment. */
  content?: string | undefined;
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
  content: string | undefined;
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

/** The entries of a bulk body. Every wrong field of every entry is named in one failure. */
export async function checkEntries(entries: readonly CommentEntry[], now: Instant): Promise<CheckedEntry[]> {
  if (entries.length < 1 || entries.length > maxCommentsAtOnce) {
    throw badField('comments', `must hold 1 to ${maxCommentsAtOnce} comments.`);
  }
  const faults: FieldFault[] = [];
  const checked: CheckedEntry[] = [];
  const firstWith = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    if (index % entriesAStep === entriesAStep - 1) await setImmediate();
    const field = (name: string) => `comments.${index}.${name}`;
    const one = checkInto(faults, entry, now, field);
    const earlier = firstWith.get(one.externalId);
    if (earlier === undefined) firstWith.set(one.externalId, index);
    else faults.push(faultOf(field('externalId'), `is the same as that of "comments.${earlier}".`));
    checked.push(one);
  }
  throwFaults(faults);
  return checked;
}

/** A single entry, whose fields are those of the body. */
export function checkEntry(entry: CommentEntry, now: Instant): CheckedEntry {
  const faults: FieldFault[] = [];
  const checked = checkInto(faults, entry, now, (name) => name);
  throwFaults(faults);
  return checked;
}

/** Adds what is wrong to `faults`; the result is only meaningful if nothing is. */
function checkInto(
  faults: FieldFault[],
  { externalId, content, parentId, parentExternalId, isPrivate, createdAt, author }: CommentEntry,
  now: Instant,
  field: (name: string) => string,
): CheckedEntry {
  const read = <T>(check: () => T): T | undefined => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof Failure) || error.details === undefined) throw error;
      faults.push(...error.details);
      return undefined;
    }
  };
  const someone = author !== undefined && namesSomebody(author.reference) ? author : undefined;
  if (someone !== undefined) read(() => checkedReference(someone.reference, someone.fields));
  const parent =
    parentId == null && parentExternalId != null
      ? { externalId: read(() => externalIdText(parentExternalId, field('parentExternalId'))) ?? '' }
      : parentId == null
        ? parentId
        : { id: parentId };
  return {
    externalId: read(() => externalIdText(externalId, field('externalId'))) ?? externalId,
    content: content === undefined ? undefined : read(() => commentContent(content, field('content'))),
    parent: parent === undefined && parentExternalId === null ? null : parent,
    isPrivate,
    createdAt: createdAt == null ? undefined : read(() => pastInstant(createdAt, field('createdAt'), now)),
    author: someone,
    field,
  };
}

const faultOf = (field: string, rule: string): FieldFault => ({ field, message: `"${field}" ${rule}` });

function throwFaults([first, ...others]: readonly FieldFault[]): void {
  if (first !== undefined) throw badFields([first, ...others]);
}
