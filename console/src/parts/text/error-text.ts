// Turns an error into text for a person. The server's own messages are in English and meant for developers, so they
// are shown only in English, and only when none of our own texts fits.

import { EarshotConnectionError, EarshotError, type ErrorCode, type FieldFault } from '@earshot/client';
import { useSyncExternalStore } from 'react';
import { readConnection, watchConnection } from '../../data/connection.ts';
import { type Texts, useTexts } from '../../texts/texts.tsx';

/** What an error code means on one page, when the page knows more than the general texts. */
export type KnownErrors = Partial<Record<ErrorCode, string | undefined>>;

type FieldText = keyof Texts['failures']['fields'];

/** API field → the text that says what to enter there. */
const fieldTexts: Record<string, FieldText | undefined> = {
  name: 'name',
  title: 'title',
  email: 'email',
  'author.email': 'email',
  authorEmail: 'email',
  userEmail: 'email',
  password: 'password',
  'password.next': 'password',
  'password.current': 'currentPassword',
  color: 'color',
  accentColor: 'color',
  frameOrigins: 'origins',
  allowedDomains: 'domains',
  avatarUrl: 'url',
  signInUrl: 'httpsUrl',
  identityJwksUrl: 'httpsUrl',
  identityIssuer: 'issuer',
  reason: 'text',
  description: 'text',
  content: 'text',
  labels: 'labels',
  tags: 'tags',
  attachments: 'attachments',
  publishedAt: 'future',
  expiresAt: 'future',
  statusId: 'gone',
  postTypeId: 'gone',
  moveTo: 'gone',
  intoId: 'gone',
  parentId: 'gone',
  linkedPostIds: 'gone',
  nextStatusIds: 'gone',
  roadmapStatusIds: 'gone',
  removeAttachmentIds: 'gone',
};

export function errorText(texts: Texts, error: unknown, known: KnownErrors = {}): string {
  const { failures, access } = texts;
  if (error instanceof EarshotConnectionError) return failures.unreachable;
  if (!(error instanceof EarshotError)) return failures.unknown;
  const { code, status } = error;
  const text = code === 'UNEXPECTED_ANSWER' ? undefined : known[code];
  if (text !== undefined) return text;
  if (status === 429) return tooManyText(texts, Math.ceil((error.retryAfterMs ?? 60_000) / 1000));
  if (status >= 500) return serverText(texts, error.requestId);
  const [fault] = error.details;
  if (code === 'BAD_REQUEST' && fault !== undefined) return fieldText(texts, fault);
  // A message about a file quotes its name.
  const name = /"(.+)"/.exec(error.message)?.[1];
  const general: KnownErrors = {
    UNAUTHORIZED: access.expired,
    FORBIDDEN: failures.forbidden,
    NOT_FOUND: failures.gone,
    PRECONDITION_FAILED: failures.editedByOthers,
    PAYLOAD_TOO_LARGE: name === undefined ? failures.tooLarge : failures.fileTooLarge(name),
    UNSUPPORTED_MEDIA_TYPE: name === undefined ? failures.wrongFileType : failures.wrongFile(name),
  };
  return general[code as ErrorCode] ?? failures.refused(error.message);
}

/** Whether the same request may succeed later: the network or the server failed, or it was asked too much. */
export const mayPass = (error: unknown): boolean =>
  error instanceof EarshotConnectionError ||
  (error instanceof EarshotError && (error.status === 429 || error.status >= 500));

/** For a page or list that couldn't be read. Without the server, the text says all: it is read again by itself. */
export function useErrorText(error: unknown, known: KnownErrors = {}): { title?: string; text: string } {
  const texts = useTexts();
  const connection = useSyncExternalStore(watchConnection, readConnection);
  // An error that the server answered with has a reference.
  const isWaiting = connection !== 'online' && error instanceof EarshotConnectionError;
  return isWaiting
    ? { text: texts.shell[connection] }
    : { title: texts.failures.title, text: errorText(texts, error, known) };
}

/** An admin can look up the request by its reference. */
const serverText = ({ failures }: Texts, requestId: string | undefined): string =>
  requestId === undefined ? failures.serverWithoutReference : failures.server(requestId);

/** Seconds for short waits, minutes for long ones. */
const tooManyText = ({ failures }: Texts, seconds: number): string =>
  seconds <= 90 ? failures.tooMany(seconds, String(seconds)) : inMinutes(failures, Math.ceil(seconds / 60));

const inMinutes = (failures: Texts['failures'], minutes: number): string =>
  failures.tooManyForLong(minutes, String(minutes));

function fieldText({ failures }: Texts, { field, message }: FieldFault): string {
  if (field === 'url')
    return message.includes('private address') ? failures.fields.privateUrl : failures.fields.webhookUrl;
  const known = fieldTexts[field];
  return known === undefined ? failures.invalid(message) : failures.fields[known];
}

const faultsOf = (error: unknown): readonly FieldFault[] =>
  error instanceof EarshotError ? error.details : [];

/** Messages to show under the fields of a form, by field name. */
export const fieldErrors = (texts: Texts, error: unknown): Record<string, string> =>
  Object.fromEntries(faultsOf(error).map((fault) => [fault.field, fieldText(texts, fault)]));

export const useFieldErrors = (error: unknown): Record<string, string> => fieldErrors(useTexts(), error);

/** The error, unless the form's own fields already show all of it. */
export function errorBesideFields(error: Error | null, shownFields: readonly string[]): Error | null {
  const faults = faultsOf(error);
  return faults.length > 0 && faults.every(({ field }) => shownFields.includes(field)) ? null : error;
}
