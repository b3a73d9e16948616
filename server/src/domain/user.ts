// A person who gives feedback, known to the caller's system by an external id or an email.

import type { Instant } from './clock.ts';
import type { Payload } from './event.ts';
import { badField } from './failure.ts';
import type { Slice, SortKey } from './page.ts';
import { asciiLower, boundedText, httpUrl } from './text.ts';
import { edited, firstVersion, type New } from './version.ts';

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

/** What a caller may say of a person, and what erasure takes away. */
export type UserFields = Pick<User, 'externalId' | 'email' | 'name' | 'avatarUrl'>;

/** Absent leaves alone, null clears. */
export type UserEdit = { [Name in keyof UserFields]?: UserFields[Name] | undefined };

export type UserSort = 'recent' | 'oldest';

/** An absent filter does not restrict; an empty one matches nothing. */
export interface UserQuery {
  emails?: string[];
  externalIds?: string[];
  /** Any of these searches; name, email and external id together must have all words of one. */
  searches?: string[][];
  updatedSince?: Instant;
  sort: UserSort;
  slice: Slice;
}

export const userSortKey = (user: User): SortKey => [user.createdAt, user.id];

/** How a caller names a person who acts: looked up by id, then external id, then email; made when unknown. */
export interface UserReference {
  id?: string | undefined;
  externalId?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  avatarUrl?: string | undefined;
}

/** A reference as it is stored: an absent part is not there at all. */
export type CheckedReference = { [Part in keyof UserReference]?: NonNullable<UserReference[Part]> };

/** Which field of the request each part of a reference came from, for messages that name it. */
export type ReferenceFields = Record<keyof UserReference, string>;

export const namesSomebody = (reference: UserReference): boolean =>
  reference.id !== undefined || reference.externalId !== undefined || reference.email !== undefined;

/** NFC would turn each of these into an ASCII character, and so one person's address into another's. */
const lookalikes = /([\u037e\u1fef\u212a])/;

/**
 * Two spellings of one address compare equal: the case of ASCII letters does not count, nor how an accented letter is
 * composed. Only ASCII letters are folded, as mail servers do, so that no two addresses become one.
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

/** Trims and checks each part. */
export function checkedReference(reference: UserReference, fields: ReferenceFields): CheckedReference {
  const checked: CheckedReference = {};
  if (reference.id !== undefined) checked.id = reference.id;
  for (const name of fieldNames) {
    const text = reference[name];
    if (text !== undefined) checked[name] = rules[name](text, fields[name]);
  }
  return checked;
}

/** What is said of a user, as it is stored; absent stays absent, null stays null. */
export function checkedFields(edit: UserEdit): Partial<UserFields> {
  const checked: Partial<UserFields> = {};
  for (const name of fieldNames) {
    const text = edit[name];
    if (text !== undefined) checked[name] = text === null ? null : rules[name](text, name);
  }
  return checked;
}

export const differs = (user: User, edit: Partial<UserFields>): boolean =>
  fieldNames.some((name) => edit[name] !== undefined && edit[name] !== user[name]);

export function emailAddress(text: string, field: string): string {
  const address = boundedText(text, field, 3, 254);
  if (!emailShape.test(address)) throw badField(field, 'must be an email address.');
  return address;
}

const nobody: UserFields = { externalId: null, name: 'Deleted user', email: null, avatarUrl: null };

/** What is left of a person after erasure: a name for everyone, so that what they wrote has an author. */
export const erased = (user: User, now: Instant): User => edited(user, nobody, now);

/** The texts that must be found nowhere once the person is erased. */
export const personalTexts = (user: User): string[] =>
  fieldNames.flatMap((name) => {
    const text = user[name];
    return text === null ? [] : [text];
  });

/**
 * A payload without the personal data of one person, wherever and however deep it shows them. What their own fields
 * changed from and to is gone as well.
 */
export function withoutPerson(payload: Payload, id: string): Payload {
  const isOwn = 'id' in payload.object && payload.object.id === id;
  const { object, changes }: Payload = JSON.parse(JSON.stringify(payload), (_key, value) =>
    value?.id === id ? { ...value, ...nobody } : value,
  );
  if (changes === undefined) return { object };
  const isPersonal = (field: string): field is keyof UserFields => isOwn && field in nobody;
  return {
    object,
    changes: changes.map((change) =>
      isPersonal(change.field) ? { ...change, from: nobody[change.field], to: nobody[change.field] } : change,
    ),
  };
}

/** A reference and the names its parts had in the request. */
export interface NamedPerson {
  reference: UserReference;
  fields: ReferenceFields;
}
