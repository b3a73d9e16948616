// Resolves how a caller names a person to a user of the workspace.

import { setImmediate } from 'node:timers/promises';
import { badField } from '../../domain/kernel/failure.ts';
import { edited } from '../../domain/kernel/version.ts';
import {
  checkedReference,
  emailKey,
  type NamedPerson,
  namesPerson,
  newUser,
  type User,
  type UserFields,
  type UserReference,
} from '../../domain/people/user.ts';
import type { UserReader, UserWriter } from '../../ports/people/people-store.ts';
import { type Caller, type Change, type Changer, type Deps, faultsOf } from '../kernel/change.ts';
import { ownIdsAmong, refuseOwnId } from '../kernel/external-ids.ts';
import { noteNameShown } from './shown-names.ts';

/** The person who acts needs an ID or an address: a name alone is not enough. */
export function requirePerson({ reference, fields }: NamedPerson): void {
  if (namesPerson(reference)) return;
  throw badField(fields.id, `is required; "${fields.externalId}" or "${fields.email}" will do as well.`);
}

/** Finds a person by id, then external id, then email. An unknown id is an error. */
export async function findPerson(
  users: UserReader,
  workspaceId: string,
  { reference, fields }: NamedPerson,
): Promise<User | undefined> {
  if (reference.id !== undefined) {
    const user = await users.find(workspaceId, reference.id);
    if (user === undefined) throw badField(fields.id, 'names no user of this workspace.');
    return user;
  }
  const byExternalId =
    reference.externalId === undefined
      ? undefined
      : await users.findByExternalId(workspaceId, reference.externalId);
  if (byExternalId !== undefined || reference.email === undefined) return byExternalId;
  const byEmail = await users.findByEmail(workspaceId, reference.email);
  // If the email belongs to a user with a different external id, it's a different person.
  const isOtherPerson = byEmail?.externalId != null && reference.externalId !== undefined;
  return isOtherPerson ? undefined : byEmail;
}

/** Like `resolvePerson` for each of them, but with a constant number of queries. */
export async function resolvePeople(
  deps: Deps,
  caller: Changer,
  write: Change,
  people: readonly NamedPerson[],
): Promise<User[]> {
  const faults = faultsOf(caller);
  const references = people.map(({ reference, fields }) => checkedReference(reference, fields, faults));
  const crowd = await crowdOf(write.users, caller.workspaceId, references);
  const externalIds = references.flatMap(({ externalId }) => externalId ?? []);
  const ownIds = await ownIdsAmong(write, caller.workspaceId, externalIds);
  const within = { ...write, users: { ...write.users, ...crowd.users } };
  const found: Resolved[] = [];
  for (const [index, person] of people.entries()) {
    if (index % peopleAStep === peopleAStep - 1) await setImmediate();
    if (faults.isFull()) break;
    const one = await faults.lookUp(() => resolve(deps, caller, within, person, ownIds), undefined);
    if (one !== undefined) found.push(one);
  }
  faults.throwAny();
  await crowd.save();
  if (found.some(({ gotName }) => gotName)) await noteNameShown(write, caller.workspaceId);
  return found.map(({ user }) => user);
}

/** How many people are resolved in memory before yielding to the event loop. */
const peopleAStep = 50;

type PeopleByName = Pick<UserWriter, 'find' | 'findByExternalId' | 'findByEmail' | 'insert' | 'update'>;

/** Loads everyone the call may name in one query, and keeps changes in memory until they are saved. */
async function crowdOf(
  users: UserWriter,
  workspaceId: string,
  references: readonly UserReference[],
): Promise<{ users: PeopleByName; save(): Promise<void> }> {
  const byId = new Map<string, User>();
  const byExternalId = new Map<string, User>();
  const byEmail = new Map<string, User>();
  const put = (user: User): void => {
    byId.set(user.id, user);
    if (user.externalId !== null) byExternalId.set(user.externalId, user);
    if (user.email !== null) byEmail.set(emailKey(user.email), user);
  };
  const named = await users.named(workspaceId, {
    ids: references.flatMap(({ id }) => id ?? []),
    externalIds: references.flatMap(({ externalId }) => externalId ?? []),
    emails: references.flatMap(({ email }) => email ?? []),
  });
  for (const user of named) put(user);
  const added = new Map<string, User>();
  const changed = new Map<string, User>();
  return {
    users: {
      find: async (_, id) => byId.get(id),
      findByExternalId: async (_, externalId) => byExternalId.get(externalId),
      findByEmail: async (_, email) => byEmail.get(emailKey(email)),
      insert: async (_, user) => {
        put(user);
        added.set(user.id, user);
      },
      update: async (_, user) => {
        put(user);
        (added.has(user.id) ? added : changed).set(user.id, user);
      },
    },
    async save() {
      await users.insertMany(workspaceId, [...added.values()]);
      await users.updateMany(workspaceId, [...changed.values()]);
    },
  };
}

/** Finds the person, or creates them. New details fill empty fields of an existing user but never overwrite. */
export async function resolvePerson(
  deps: Deps,
  caller: Changer,
  write: Change,
  person: NamedPerson,
): Promise<User> {
  const { user, gotName } = await resolve(deps, caller, write, person);
  if (gotName) await noteNameShown(write, caller.workspaceId);
  return user;
}

interface Resolved {
  user: User;
  /** They were known without a name. */
  gotName: boolean;
}

/** `knownIds` saves a query: those of ours that were given as external ids. */
async function resolve(
  deps: Deps,
  caller: Changer,
  write: Change,
  person: NamedPerson,
  knownIds?: ReadonlySet<string>,
): Promise<Resolved> {
  const { workspaceId } = caller;
  const reference = checkedReference(person.reference, person.fields, faultsOf(caller));
  const known = await findPerson(write.users, workspaceId, { ...person, reference });
  const { email, externalId } = reference;
  if (externalId !== undefined && known?.externalId !== externalId)
    refuseOwnId(
      knownIds ?? (await ownIdsAmong(write, workspaceId, [externalId])),
      externalId,
      person.fields.externalId,
    );
  if (known === undefined) {
    // Found only if their external id is another one: without an external id, no one has this address.
    const isTaken =
      email !== undefined &&
      externalId !== undefined &&
      (await write.users.findByEmail(workspaceId, email)) !== undefined;
    if (isTaken) throw badField(person.fields.email, 'belongs to a user with another external id.');
    return { user: await addUser(deps, caller, write, reference), gotName: false };
  }
  const gaps = await gapsFilled(write.users, workspaceId, known, reference);
  const updated = edited(known, gaps, deps.clock.now());
  if (updated === known) return { user: known, gotName: false };
  await write.users.update(workspaceId, updated);
  write.updated('user', known, updated);
  return { user: updated, gotName: updated.name !== known.name };
}

export async function addUser(
  { clock, mintId }: Deps,
  { workspaceId }: Pick<Changer, 'workspaceId'>,
  write: Change,
  given: Partial<UserFields>,
): Promise<User> {
  const user = newUser({ ...given, id: mintId('user') }, clock.now());
  await write.users.insert(workspaceId, user);
  write.created('user', user);
  return user;
}

/** What the reference knows about the user and the user's own record does not. */
async function gapsFilled(
  users: UserReader,
  workspaceId: string,
  user: User,
  reference: UserReference,
): Promise<Partial<UserFields>> {
  const filled: Partial<UserFields> = {};
  if (user.name === null && reference.name !== undefined) filled.name = reference.name;
  if (user.avatarUrl === null && reference.avatarUrl !== undefined) filled.avatarUrl = reference.avatarUrl;
  if (user.externalId === null && reference.externalId !== undefined) {
    const owner = await users.findByExternalId(workspaceId, reference.externalId);
    if (owner === undefined) filled.externalId = reference.externalId;
  }
  if (user.email === null && reference.email !== undefined) {
    const owner = await users.findByEmail(workspaceId, reference.email);
    if (owner === undefined) filled.email = reference.email;
  }
  return filled;
}

/** The workspace's own user: the default author. */
export async function ownUser(write: Change, workspaceId: string): Promise<User> {
  const workspace = await write.workspaces.find(workspaceId);
  const user = workspace && (await write.users.find(workspaceId, workspace.userId));
  if (user === undefined) throw new Error('The workspace has no user of its own.');
  return user;
}

export interface People {
  /** The ids of the users with these email addresses. */
  idsOfEmails(caller: Caller, emails: readonly string[]): Promise<string[]>;
}

export const people = ({ store }: Deps): People => ({
  async idsOfEmails({ workspaceId }, emails) {
    const users = await store.read.users.named(workspaceId, { ids: [], externalIds: [], emails });
    return users.map(({ id }) => id);
  },
});
