// A person who gives feedback, known to the caller's system by an external id or an e-mail address.

import type { Instant } from './clock.ts';
import { badField } from './failure.ts';
import { boundedText, httpUrl } from './text.ts';

export interface User {
  id: string;
  externalId: string | null;
  name: string | null;
  email: string | null;
  avatarUrl: string | null;
  createdAt: Instant;
}

/** How a caller names a person who acts: looked up by id, then external id, then e-mail; made when unknown. */
export interface UserReference {
  id?: string | undefined;
  externalId?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  avatarUrl?: string | undefined;
}

/** Which field of the request each part of a reference came from, for messages that name it. */
export type ReferenceFields = Record<keyof UserReference, string>;

export const namesSomebody = (reference: UserReference): boolean =>
  reference.id !== undefined || reference.externalId !== undefined || reference.email !== undefined;

/** Two spellings of one address compare equal. */
export const emailKey = (email: string): string => email.toLowerCase();

const emailShape = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u;

/** The reference as it is stored: trimmed and judged field by field. */
export function checkedReference(reference: UserReference, fields: ReferenceFields): UserReference {
  const checked: UserReference = {};
  if (reference.id !== undefined) checked.id = reference.id;
  if (reference.externalId !== undefined) {
    checked.externalId = boundedText(reference.externalId, fields.externalId, 1, 255);
  }
  if (reference.email !== undefined) checked.email = emailAddress(reference.email, fields.email);
  if (reference.name !== undefined) checked.name = boundedText(reference.name, fields.name, 1, 200);
  if (reference.avatarUrl !== undefined) checked.avatarUrl = httpUrl(reference.avatarUrl, fields.avatarUrl);
  return checked;
}

function emailAddress(text: string, field: string): string {
  const address = boundedText(text, field, 3, 254);
  if (!emailShape.test(address)) throw badField(field, 'must be an e-mail address.');
  return address;
}
