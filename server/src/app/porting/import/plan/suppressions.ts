// Imports who gets no mail. It only adds: what is here stays, and a bounce becomes a complaint if the record is one.

import { badField } from '../../../../domain/kernel/failure.ts';
import {
  addressHash,
  isStronger,
  newMailKey,
  type Suppression,
  scopesOfReason,
  userHash,
} from '../../../../domain/mail/suppression.ts';
import type { SuppressionRecord } from '../../../../domain/porting/records.ts';
import type { Reader } from '../../../../ports/store.ts';
import { eachRecord, emptyStep, objectsFor, type Plan, Refused, required } from './step.ts';

/** A suppression whose hash depends on the key of the workspace. */
interface Named {
  hash(key: string): string;
  suppression: Omit<Suppression, 'hash'>;
}

export const planSuppressions: Plan<SuppressionRecord> = async (context, read, batch) => {
  const step = emptyStep<SuppressionRecord>();
  const { workspaceId, now, mintId } = context;
  const userIds = batch.map(({ record }) => record.userId);
  const users = await objectsFor(context, read, 'user', userIds);
  // Without a key, no address has a hash here yet.
  const key = (await read.suppressions.keyOf(workspaceId)) ?? newMailKey();

  const named = new Map<string, Named>();
  eachRecord(step, batch, ({ record }) => {
    const { reason, email } = record;
    const scope = scopeOf(record);
    const hash = hashing(record, users);
    const id = keyOf({ hash: hash(key), scope });
    const repeated = named.get(id);
    if (repeated !== undefined) {
      step.found += 1;
      if (isStronger(reason, repeated.suppression.reason)) repeated.suppression.reason = reason;
      return;
    }
    const createdAt = Math.min(record.createdAt ?? now, now);
    const given = { scope, reason, address: email, isImported: true, createdAt };
    named.set(id, { hash, suppression: { id: mintId('suppression'), ...given } });
  });
  // The earlier run of a resumed import added these. Don't restore what was lifted since.
  const noted = context.isResumed
    ? await context.journal.find(read, 'suppression', [...named.keys()])
    : new Map<string, never>();
  for (const id of noted.keys()) named.delete(id);
  step.created += noted.size;

  const complaints: string[] = [];
  for (const known of await knownOf(read, workspaceId, named, key)) {
    const found = named.get(keyOf(known));
    if (found === undefined) continue;
    step.found += 1;
    named.delete(keyOf(known));
    if (isStronger(found.suppression.reason, known.reason)) complaints.push(known.id);
  }
  step.created += named.size;
  step.apply = async (write) => {
    await write.imports.markComplaints(workspaceId, complaints);
    if (named.size === 0) return;
    // If there was none, another process may have made one in between.
    const own = await write.suppressions.ensureKey(workspaceId, key);
    const rows = [...named.values()].map(({ hash, suppression }) => ({ ...suppression, hash: hash(own) }));
    const added = await write.imports.addSuppressions(workspaceId, rows);
    step.created -= rows.length - added.length;
    step.found += rows.length - added.length;
    for (const row of added)
      step.notes.push({ kind: 'suppression', sourceId: keyOf(row), objectId: row.id, isNew: true });
  };
  return step;
};

const keyOf = ({ hash, scope }: Pick<Suppression, 'hash' | 'scope'>): string => `${hash} ${scope}`;

const knownOf = (
  read: Reader,
  workspaceId: string,
  named: ReadonlyMap<string, Named>,
  key: string,
): Promise<Suppression[]> =>
  read.suppressions.ofHashes(
    workspaceId,
    [...named.values()].map(({ hash }) => hash(key)),
  );

function scopeOf({ reason, scope }: SuppressionRecord): Suppression['scope'] {
  const scopes = scopesOfReason[reason];
  const found = scope === null ? scopes[0] : scopes.find((each) => each === scope);
  if (found === undefined) throw badField('scope', `must be one of ${scopes.join(', ')}.`);
  return found;
}

function hashing({ email, userId, reason }: SuppressionRecord, users: ReadonlyMap<string, string>) {
  if ((email === null) === (userId === null))
    throw new Refused('A suppression must have either "email" or "userId".');
  if (email !== null) return (key: string) => addressHash(key, email);
  // The team could not take back what it can't see.
  if (reason !== 'left') throw badField('reason', 'must be one of left.');
  const id = required(users, userId ?? '', 'userId');
  return (key: string) => userHash(key, id);
}
