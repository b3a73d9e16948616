// Users: people who give feedback, identified by the caller's external id or an email.

import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';
import { type Faults, throwAtOnce } from '../kernel/faults.ts';
import type { Slice, SortKey } from '../kernel/page.ts';
import { asciiLower, boundedText, httpUrl } from '../kernel/text.ts';
import { firstVersion, type New, touched } from '../kernel/version.ts';

export interface User {
  id: string;
  externalId: string | null;
  name: string | null;
  email: string | null;
  avatarUrl: string | null;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

export const newUser = (given: New<User, 'id'>, now: Instant): User => ({
  externalId: null,
  name: null,
  email: null,
  avatarUrl: null,
  ...firstVersion(now),
  ...given,
});

/** The editable fields, which are also the ones that erasure clears. */
export type UserFields = Pick<User, 'externalId' | 'email' | 'name' | 'avatarUrl'>;

/** Undefined keeps a value, null clears it. */
export type UserEdit = { [Name in keyof UserFields]?: UserFields[Name] | undefined };

export type UserSort = 'recent' | 'oldest';

/** A missing filter matches everything; an empty one matches nothing. */
export interface UserQuery {
  emails?: string[];
  externalIds?: string[];
  /** Matches if name, email and external id together contain all words of any of these searches. */
  searches?: string[][];
  updatedSince?: Instant;
  sort: UserSort;
  slice: Slice;
}

export const userSortKey = (user: User): SortKey => [user.createdAt, user.id];

/** How a caller names a person: looked up by id, then external id, then email; created if new. */
export interface UserReference {
  id?: string | undefined;
  externalId?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  avatarUrl?: string | undefined;
}

/** A validated reference; missing parts are omitted. */
export type CheckedReference = { [Part in keyof UserReference]?: NonNullable<UserReference[Part]> };

/** The request field that each part came from, for error messages. */
export type ReferenceFields = Record<keyof UserReference, string>;

export const namesPerson = (reference: UserReference): boolean =>
  reference.id !== undefined || reference.externalId !== undefined || reference.email !== undefined;

/** NFC would turn these into ASCII characters, and so one person's address into another's. */
const lookalikes = /([\u037e\u1fef\u212a])/;

/**
 * Equal addresses have equal keys: ignores the case of ASCII letters and Unicode composition. As on mail servers,
 * only ASCII letters are folded, so that two different addresses never become one.
 */
export const emailKey = (email: string): string =>
  asciiLower(email)
    .split(lookalikes)
    .map((part) => (lookalikes.test(part) ? part : part.normalize('NFC')))
    .join('');

const emailShape = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u;

const rules: Record<keyof UserFields, (text: string, field: string) => string> = {
  externalId: (text, field) => boundedText(text, field, 1, 255),
  email: emailAddress,
  name: (text, field) => boundedText(text, field, 1, 200),
  avatarUrl: httpUrl,
};
const fieldNames = Object.keys(rules) as (keyof UserFields)[];

/** Trims and validates each part. */
export function checkedReference(
  reference: UserReference,
  fields: ReferenceFields,
  faults: Faults = throwAtOnce,
): CheckedReference {
  const checked: CheckedReference = {};
  if (reference.id !== undefined) checked.id = reference.id;
  for (const name of fieldNames) {
    const text = reference[name];
    if (text === undefined) continue;
    const value = faults.check<string | undefined>(() => rules[name](text, fields[name]), undefined);
    if (value !== undefined) checked[name] = value;
  }
  return checked;
}

/** Validates the given fields; undefined stays undefined, null stays null. */
export function checkedFields(edit: UserEdit, faults: Faults): Partial<UserFields> {
  const checked: Partial<UserFields> = {};
  for (const name of fieldNames) {
    const text = edit[name];
    if (text === null) checked[name] = null;
    else if (text !== undefined) checked[name] = faults.check(() => rules[name](text, name), null);
  }
  return checked;
}

export function emailAddress(text: string, field: string): string {
  const address = boundedText(text, field, 3, 254);
  if (!emailShape.test(address)) throw badField(field, 'must be an email address.');
  return address;
}

/** What is left of an erased user. */
export const deletedUser: UserFields = {
  externalId: null,
  name: 'Deleted user',
  email: null,
  avatarUrl: null,
};

/** The anonymized user, who remains the author of their content. */
export const erased = (user: User, now: Instant): User => touched({ ...user, ...deletedUser }, now);

/** The texts that must not remain anywhere after erasure. */
export const personalTexts = (user: User): string[] =>
  fieldNames.flatMap((name) => {
    const text = user[name];
    return text === null ? [] : [text];
  });

/** A reference, with the request fields its parts came from. */
export interface NamedPerson {
  reference: UserReference;
  fields: ReferenceFields;
}
