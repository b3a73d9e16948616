// Who a host application says that a visitor is. They are found by their external ID alone: an address says little about
// who sends it, so it joins a person only if it is proven, and never one who has another external ID.

import { Failure } from '../../domain/kernel/failure.ts';
import { edited } from '../../domain/kernel/version.ts';
import { emailKey, newUser, type User, type UserFields } from '../../domain/people/user.ts';
import type { Reader } from '../../ports/store.ts';
import { type Changer, change, type Deps } from '../kernel/change.ts';
import { ownIdsAmong, refuseOwnId } from '../kernel/external-ids.ts';
import { noteNameShown } from '../people/shown-names.ts';

/** What the application says of a person; checked. */
export interface Introduced extends Partial<UserFields> {
  externalId: string;
  /** Whether the application has proven that the address is theirs. */
  emailVerified: boolean;
}

/** Finds or makes the person, and fills in what was not known of them. Most come back, and cost no transaction. */
export async function introduce(
  deps: Deps,
  changer: Pick<Changer, 'workspaceId' | 'actor' | 'requestId' | 'faults' | 'signal'>,
  introduced: Introduced,
): Promise<User> {
  const { clock, mintId } = deps;
  const { workspaceId } = changer;
  const { read } = deps.store;
  const known = await findIntroduced(read, workspaceId, introduced);
  const gaps = known && (await gapsOf(read, workspaceId, known, introduced));
  if (known !== undefined && gaps !== undefined && Object.keys(gaps).length === 0) return known;
  const { actor, requestId, faults, signal } = changer;
  // Without the rest: this is a part of signing in, whose answer is another.
  const by = { workspaceId, actor, requestId, faults, signal };
  return change(deps, by, async (write) => {
    const found = await findIntroduced(write, workspaceId, introduced);
    if (found === undefined) {
      const { externalId, email = null, name = null, avatarUrl = null } = introduced;
      refuseOwnId(await ownIdsAmong(write, workspaceId, [externalId]), externalId);
      const isFree = email === null || (await write.users.findByEmail(workspaceId, email)) === undefined;
      const given = { externalId, name, avatarUrl, email: isFree ? email : null };
      const user = newUser({ ...given, id: mintId('user') }, clock.now());
      await write.users.insert(workspaceId, user);
      write.created('user', user);
      return user;
    }
    const user = edited(found, await gapsOf(write, workspaceId, found, introduced), clock.now());
    if (user === found) return found;
    await write.users.update(workspaceId, user);
    write.updated('user', found, user);
    if (user.name !== found.name) await noteNameShown(write, workspaceId);
    return user;
  });
}

/** Whether the application proves the address that the person has. */
export const isProvenBy = (user: User, { email, emailVerified }: Introduced): boolean =>
  emailVerified && email != null && user.email !== null && emailKey(user.email) === emailKey(email);

async function findIntroduced(
  read: Pick<Reader, 'users' | 'workspaces'>,
  workspaceId: string,
  { externalId, email, emailVerified }: Introduced,
): Promise<User | undefined> {
  const ownId = (await read.workspaces.find(workspaceId))?.userId;
  const user = await read.users.findByExternalId(workspaceId, externalId);
  if (user !== undefined && user.id === ownId)
    throw new Failure('FORBIDDEN', "The workspace's own user can't be signed in.");
  if (user !== undefined || email == null || !emailVerified) return user;
  const byEmail = await read.users.findByEmail(workspaceId, email);
  return byEmail?.externalId === null && byEmail.id !== ownId ? byEmail : undefined;
}

async function gapsOf(
  { users }: Pick<Reader, 'users'>,
  workspaceId: string,
  user: User,
  { externalId, email, name, avatarUrl }: Introduced,
): Promise<Partial<UserFields>> {
  const isFree =
    user.email === null && email != null && (await users.findByEmail(workspaceId, email)) === undefined;
  return {
    ...(user.externalId === null && { externalId }),
    ...(user.name === null && name != null && { name }),
    ...(user.avatarUrl === null && avatarUrl != null && { avatarUrl }),
    ...(isFree && { email }),
  };
}
