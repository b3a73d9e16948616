// What to tell a person about a failure: the next step where there is one, else what the server said.

import { EarshotConnectionError, EarshotError } from '@earshot/client';
import type { Texts } from '../texts/texts.tsx';

export function failureText(texts: Texts, error: unknown): string {
  if (error instanceof EarshotConnectionError) return texts.failures.noAnswer;
  if (!(error instanceof EarshotError)) return texts.failures.unknown;
  if (error.status === 403) return texts.failures.forbidden;
  if (error.status === 412) return texts.failures.changedMeanwhile;
  if (error.status === 429) return tooManyText(texts, Math.ceil((error.retryAfterMs ?? 60_000) / 1000));
  if (error.status >= 500) return serverText(texts, error.requestId);
  return texts.failures.told(error.status, error.message);
}

/** The reference leads an admin to the record of the request; without one there is nothing to look for. */
const serverText = ({ failures }: Texts, requestId: string | undefined): string =>
  requestId === undefined ? failures.serverUnnamed : failures.server(requestId);

/** In the unit that a person would wait in. */
const tooManyText = ({ failures }: Texts, seconds: number): string =>
  seconds <= 90 ? failures.tooMany(seconds, String(seconds)) : inMinutes(failures, Math.ceil(seconds / 60));

const inMinutes = (failures: Texts['failures'], minutes: number): string =>
  failures.tooManyForLong(minutes, String(minutes));

/** Messages under the fields of a form, by the field's name. */
export function fieldFailures(error: unknown): Record<string, string> {
  if (!(error instanceof EarshotError)) return {};
  return Object.fromEntries(error.details.map(({ field, message }) => [field, message]));
}

/** The error, unless the fields that a form shows tell all of it. */
export function untold(error: Error | null, shownFields: readonly string[]): Error | null {
  const named = Object.keys(fieldFailures(error));
  return named.length > 0 && named.every((field) => shownFields.includes(field)) ? null : error;
}
