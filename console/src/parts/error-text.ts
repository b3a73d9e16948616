// What to tell a person about an error. The server's own messages are written in English for developers, so they are
// shown only where no text of ours fits, and only in English.

import { EarshotConnectionError, EarshotError, type ErrorCode, type FieldFault } from '@earshot/client';
import { type Texts, useTexts } from '../texts/texts.tsx';

/** What an error code means on one page, where the page knows better than the general texts. */
export type KnownErrors = Partial<Record<ErrorCode, string | undefined>>;

type FieldText = keyof Texts['failures']['fields'];

/** Field of the API → the text that says what to enter there. */
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
  avatarUrl: 'url',
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
  removeAttachmentIds: 'gone',
};

export function failureText(texts: Texts, error: unknown, known: KnownErrors = {}): string {
  const { failures, access } = texts;
  if (error instanceof EarshotConnectionError) return failures.noAnswer;
  if (!(error instanceof EarshotError)) return failures.unknown;
  const { code, status } = error;
  const text = code === 'UNEXPECTED_ANSWER' ? undefined : known[code];
  if (text !== undefined) return text;
  if (status === 429) return tooManyText(texts, Math.ceil((error.retryAfterMs ?? 60_000) / 1000));
  if (status >= 500) return serverText(texts, error.requestId);
  const [fault] = error.details;
  if (code === 'BAD_REQUEST' && fault !== undefined) return fieldText(texts, fault);
  const general: KnownErrors = {
    UNAUTHORIZED: access.expired,
    FORBIDDEN: failures.forbidden,
    NOT_FOUND: failures.gone,
    PRECONDITION_FAILED: failures.changedMeanwhile,
    PAYLOAD_TOO_LARGE: failures.tooLarge,
    UNSUPPORTED_MEDIA_TYPE: failures.wrongFileType,
  };
  return general[code as ErrorCode] ?? failures.refused(error.message);
}

/** The reference leads an admin to the record of the request; without one there is nothing to look for. */
const serverText = ({ failures }: Texts, requestId: string | undefined): string =>
  requestId === undefined ? failures.serverUnnamed : failures.server(requestId);

/** In the unit that a person would wait in. */
const tooManyText = ({ failures }: Texts, seconds: number): string =>
  seconds <= 90 ? failures.tooMany(seconds, String(seconds)) : inMinutes(failures, Math.ceil(seconds / 60));

const inMinutes = (failures: Texts['failures'], minutes: number): string =>
  failures.tooManyForLong(minutes, String(minutes));

function fieldText({ failures }: Texts, { field, message }: FieldFault): string {
  const known = fieldTexts[field];
  return known === undefined ? failures.invalid(message) : failures.fields[known];
}

const faultsOf = (error: unknown): readonly FieldFault[] =>
  error instanceof EarshotError ? error.details : [];

/** Messages under the fields of a form, by the field's name. */
export const fieldErrors = (texts: Texts, error: unknown): Record<string, string> =>
  Object.fromEntries(faultsOf(error).map((fault) => [fault.field, fieldText(texts, fault)]));

export const useFieldErrors = (error: unknown): Record<string, string> => fieldErrors(useTexts(), error);

/** The error, unless the fields that a form shows say all of it. */
export function errorBesideFields(error: Error | null, shownFields: readonly string[]): Error | null {
  const faults = faultsOf(error);
  return faults.length > 0 && faults.every(({ field }) => shownFields.includes(field)) ? null : error;
}
