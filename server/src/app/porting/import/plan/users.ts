// Imports people. Someone with the same ID, external ID or email address is the same person, and is left as they are.
// An empty workspace takes over the source's own user; otherwise, its own user stands for that one.

import { emailKey, newUser, type User } from '../../../../domain/people/user.ts';
import type { UserRecord } from '../../../../domain/porting/records.ts';
import { datesOf, emptyStep, externalIdOf, isOurs, keptId, note, type Plan, unknownOf } from './step.ts';

/**
 * Someone with an email address is found by it, so their ID in another service is not needed. It would keep the
 * customer's own system from naming them by its own ID.
 */
const ownIdOf = (record: UserRecord): string | null =>
  record.email === null ? externalIdOf('user', record) : record.externalId;

export const planUsers: Plan<UserRecord> = async (context, read, batch) => {
  const step = emptyStep<UserRecord>();
  const { workspaceId } = context;
  const unknown = await unknownOf(context, read, 'user', batch, step);
  const records = unknown.map(({ record }) => record);
  const existing = await read.imports.existing(
    workspaceId,
    'users',
    records.map(({ id }) => id).filter((id) => isOurs('user', id)),
  );
  const known = await read.users.named(workspaceId, {
    ids: [],
    externalIds: records.flatMap((record) => (record.isErased ? [] : (ownIdOf(record) ?? []))),
    emails: records.flatMap(({ email }) => email ?? []),
  });
  const idOfExternalId = new Map(
    known.flatMap(({ id, externalId }) => (externalId === null ? [] : [[externalId, id]])),
  );
  const idOfEmail = new Map(
    known.flatMap(({ id, email }) => (email === null ? [] : [[emailKey(email), id]])),
  );

  const added: User[] = [];
  const erased: User[] = [];
  let own: User | undefined;
  for (const record of records) {
    const { name, avatarUrl } = record;
    const externalId = record.isErased ? null : ownIdOf(record);
    const email = record.isErased ? null : record.email;
    const isOwn = record.id === context.sourceUserId;
    const isAdopted =
      isOwn && context.isFaithful && isOurs('user', record.id) && record.id !== context.ownUserId;
    const found =
      (isOwn && !isAdopted ? context.ownUserId : undefined) ??
      (existing.has(record.id) ? record.id : undefined) ??
      (externalId === null ? undefined : idOfExternalId.get(externalId)) ??
      (email === null ? undefined : idOfEmail.get(emailKey(email)));
    const id = found ?? keptId(context, 'user', record.id);
    note(step, 'user', record.id, id, found === undefined);
    if (found !== undefined) continue;
    if (externalId !== null) idOfExternalId.set(externalId, id);
    if (email !== null) idOfEmail.set(emailKey(email), id);
    const user = newUser(
      { id, externalId, email, name, avatarUrl, ...datesOf(context, record) },
      context.now,
    );
    if (isAdopted) own = user;
    else (record.isErased ? erased : added).push(user);
  }
  step.apply = async (write) => {
    await write.users.insertMany(workspaceId, added);
    await write.imports.insertErased(workspaceId, erased);
    if (own !== undefined) await write.imports.adoptOwnUser(workspaceId, own);
  };
  return step;
};
