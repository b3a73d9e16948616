// A console account, for all workspaces of the installation.

import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';
import { boundedText, isStorable, lengthOf } from '../kernel/text.ts';
import { emailAddress, emailKey } from '../people/user.ts';

export interface Account {
  id: string;
  name: string;
  /** As entered; uniqueness ignores case. */
  email: string;
  /** Null if the person only signs in through a provider. */
  passwordHash: string | null;
  /**
   * The only workspace the account can access: the one whose invite link created it. Null for an account that may
   * join any workspace.
   */
  confinedTo: string | null;
  /** When the provider or operator confirmed who owns the email; null if unconfirmed. */
  provenAt: Instant | null;
  /** Console language; null for the browser's. */
  locale: string | null;
  createdAt: Instant;
}

/** The unique key of an account: its email plus the workspace it is confined to. Emails contain no colon. */
export const accountKey = ({ email, confinedTo }: Pick<Account, 'email' | 'confinedTo'>): string =>
  confinedTo === null ? emailKey(email) : `${confinedTo}:${emailKey(email)}`;

export const accountName = (text: string): string => boundedText(text, 'name', 1, 100);
export const accountEmail = (text: string): string => emailAddress(text, 'email');

const localeShape = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

export function accountLocale(text: string): string {
  if (!localeShape.test(text)) throw badField('locale', 'must be a language tag such as "en" or "de-AT".');
  return text;
}

const minPassword = 10;
const maxPassword = 200;

/** The first passwords attackers try, of at least ten characters; only one line of defense among several. */
const commonPasswords = new Set(
  `1234567890 12345678910 123456789a 1q2w3e4r5t 1qaz2wsx3edc q1w2e3r4t5 qwertyuiop qwerty1234 qwerty12345
  qwerty123456 asdfghjkl1 asdfghjkl; zxcvbnm123 password12 password123 password1234 password12345 passw0rd123
  p@ssw0rd123 p@ssword123 letmein123 letmeinnow iloveyou12 iloveyou123 administrator admin12345 admin123456
  administrator1 welcome123 welcome1234 welcome2024 welcome2025 welcome2026 changeme123 changemenow
  trustno1234 sunshine123 princess123 football123 baseball123 superman123 michael123 charlie123 dragon1234
  monkey1234 abc1234567 abcd123456 abcdefghij abcdefghijk 0987654321 9876543210 1111111111 0000000000
  1212121212 1122334455 aaaaaaaaaa feedback123 earshot123 earshot1234 secret12345 secretsecret
  passwordpassword testtest123 test123456 testing123 qazwsxedc1 qazwsxedcrfv google1234 computer123
  internet123 samsung123 liverpool1 manchester mercedes123 starwars123 whatever123 correcthorsebatterystaple`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Passwords are not trimmed. */
export function checkedPassword(text: string, email: string, field = 'password'): string {
  const length = text.length > maxPassword * 2 ? text.length : lengthOf(text);
  if (!isStorable(text) || length < minPassword || length > maxPassword) {
    throw badField(field, `must be ${minPassword} to ${maxPassword} characters long.`);
  }
  const plain = text.toLowerCase();
  if (commonPasswords.has(plain) || new Set(plain).size < 3) {
    throw badField(field, 'is too common; choose another.');
  }
  const [name = ''] = emailKey(email).split('@', 1);
  if (emailKey(text) === emailKey(email) || emailKey(text) === name) {
    throw badField(field, 'must not be your email.');
  }
  return text;
}
