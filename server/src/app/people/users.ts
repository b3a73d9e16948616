// The use cases for users.

import { badField, conflict, notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { edited } from '../../domain/kernel/version.ts';
import {
  checkedFields,
  type User,
  type UserEdit,
  type UserFields,
  type UserQuery,
  userSortKey,
} from '../../domain/people/user.ts';
import { type Caller, type Change, change, type Deps, faultsOf } from '../kernel/change.ts';
import { ownIdsAmong, refuseOwnId } from '../kernel/external-ids.ts';
import { readPage } from '../kernel/paging.ts';
import { addUser } from './people.ts';
import { noteNameShown } from './shown-names.ts';
import { erasePerson } from './user-erasure.ts';

export type UserListQuery = Omit<UserQuery, 'slice'> & { page: PageRequest };

export interface Users {
  page(caller: Caller, query: UserListQuery): Promise<Page<User>>;
  get(caller: Caller, id: string): Promise<User>;
  /** Finds the user by external id, then email, and updates them; creates them if new. */
  upsert(caller: Caller, fields: UserEdit): Promise<{ user: User; isNew: boolean }>;
  update(caller: Caller, id: string, edit: UserEdit): Promise<User>;
  /** Erases the user; posts, comments and votes remain, anonymized. */
  remove(caller: Caller, id: string): Promise<void>;
}

export function users(deps: Deps): Users {
  const { store, clock } = deps;

  const save = async (
    write: Change,
    caller: Caller,
    user: User,
    edit: Partial<UserFields>,
  ): Promise<User> => {
    const saved = edited(user, edit, clock.now());
    if (saved === user) return user;
    await checkFree(write, caller.workspaceId, user, edit);
    await write.users.update(caller.workspaceId, saved);
    write.updated('user', user, saved);
    if (saved.name !== user.name) await noteNameShown(write, caller.workspaceId);
    return saved;
  };

  return {
    page: (caller, asked) =>
      readPage(asked, (query) => store.read.users.page(caller.workspaceId, query), userSortKey),

    async get({ workspaceId }, id) {
      const user = await store.read.users.find(workspaceId, id);
      if (user === undefined) throw notFound('User');
      return user;
    },

    async upsert(caller, given) {
      const fields = checkedFields(given, faultsOf(caller));
      if (given.externalId === undefined && given.email === undefined && given.name === undefined) {
        throw badField('externalId', 'is required; "email" or "name" will do as well.');
      }
      return change(deps, caller, async (write) => {
        const known = await findKnown(write, caller.workspaceId, fields);
        await checkExternalId(write, caller.workspaceId, fields, known);
        return known === undefined
          ? { user: await addUser(deps, caller, write, fields), isNew: true }
          : { user: await save(write, caller, known, fields), isNew: false };
      });
    },

    async update(caller, id, given) {
      const edit = checkedFields(given, faultsOf(caller));
      return change(deps, caller, async (write) => {
        const user = await write.users.find(caller.workspaceId, id);
        if (user === undefined) throw notFound('User');
        write.expect(user);
        await checkExternalId(write, caller.workspaceId, edit, user);
        return save(write, caller, user, edit);
      });
    },

    async remove(caller, id) {
      const { workspaceId } = caller;
      await change(deps, caller, async (write) => {
        const user = await write.users.find(workspaceId, id);
        if (user === undefined) throw notFound('User');
        write.expect(user);
        await erasePerson(deps, write, workspaceId, user);
      });
    },
  };
}

/** Finds by external id, then email. An email that belongs to a different external id doesn't match. */
async function findKnown(
  write: Change,
  workspaceId: string,
  { externalId, email }: Partial<UserFields>,
): Promise<User | undefined> {
  const byExternalId =
    externalId == null ? undefined : await write.users.findByExternalId(workspaceId, externalId);
  if (byExternalId !== undefined || email == null) return byExternalId;
  const byEmail = await write.users.findByEmail(workspaceId, email);
  if (byEmail !== undefined && byEmail.externalId !== null && externalId != null) throw emailTaken();
  return byEmail;
}

async function checkExternalId(
  write: Change,
  workspaceId: string,
  { externalId }: Partial<UserFields>,
  user: User | undefined,
): Promise<void> {
  if (externalId == null || externalId === user?.externalId) return;
  refuseOwnId(await ownIdsAmong(write, workspaceId, [externalId]), externalId);
}

/** Throws if the edit would take another user's external id or email. */
async function checkFree(
  write: Change,
  workspaceId: string,
  { id }: User,
  { externalId, email }: Partial<UserFields>,
): Promise<void> {
  const byEmail = email == null ? undefined : await write.users.findByEmail(workspaceId, email);
  if (byEmail !== undefined && byEmail.id !== id) throw emailTaken();
  const byExternalId =
    externalId == null ? undefined : await write.users.findByExternalId(workspaceId, externalId);
  if (byExternalId !== undefined && byExternalId.id !== id) {
    throw conflict('"externalId" belongs to another user.');
  }
}

/** The message omits the email: responses are stored, and an erasure could not find it there. */
const emailTaken = () => conflict('"email" belongs to another user.');
