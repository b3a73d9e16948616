// Mail addresses with a name, and what may stand in a header.

import { badField } from '../kernel/failure.ts';
import { emailAddress } from '../people/user.ts';

export interface MailAddress {
  /** Empty for none. */
  name: string;
  address: string;
}

/** Control characters, line and paragraph separators, and characters that change the direction of the text around them. */
const unfit = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

const maxHeaderLength = 250;

/** For any text in a header: one line, which reads in the order in which it is written. */
export const headerText = (text: string): string =>
  Array.from(text.toWellFormed().replace(unfit, ' ').trim()).slice(0, maxHeaderLength).join('');

const named = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/;

/** From `Name <address>`, or an address alone. */
export function mailAddress(text: string, field: string): MailAddress {
  const { name = '', address = text } = named.exec(text.trim())?.groups ?? {};
  const plain = name.trim().replace(/^"(.*)"$/, '$1');
  if (plain !== headerText(plain)) throw badField(field, 'must have a name of one line.');
  return { name: plain, address: emailAddress(address.trim(), field) };
}

export const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** For someone who should recognize it, if it is theirs: `a…@example.com`. */
export const maskedAddress = (address: string): string =>
  `${Array.from(address)[0] ?? ''}…@${hostOf(address)}`;
