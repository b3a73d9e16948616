// Erasing a person from the ledger.

import { deletedUser, type UserFields } from '../people/user.ts';
import type { Payload } from './event.ts';

/** A submission goes with the person, even if it was never published. */
const isSentBy = (value: { userId?: unknown; decidedBy?: unknown } | null | undefined, id: string): boolean =>
  value?.userId === id && value.decidedBy !== undefined;

const withoutTexts = (submission: object): object => ({
  ...submission,
  title: null,
  content: null,
  reason: null,
});

/**
 * Removes one user's personal data from a payload, at any depth, including the old and new values of their own
 * fields.
 */
export function withoutPerson(payload: Payload, id: string): Payload {
  const isOwn = 'id' in payload.object && payload.object.id === id;
  const { changes, ...rest }: Payload = JSON.parse(JSON.stringify(payload), (_key, value) =>
    value?.id === id ? { ...value, ...deletedUser } : isSentBy(value, id) ? withoutTexts(value) : value,
  );
  if (changes === undefined) return rest;
  const isPersonal = (field: string): field is keyof UserFields => isOwn && field in deletedUser;
  return {
    ...rest,
    changes: changes.map((change) =>
      isPersonal(change.field)
        ? { ...change, from: deletedUser[change.field], to: deletedUser[change.field] }
        : change,
    ),
  };
}
