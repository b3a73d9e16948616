// Who holds a mail address, where reading its mail proves something.

import { hostOf } from '../../domain/mail/address.ts';
import { emailKey, type User } from '../../domain/people/user.ts';
import type { Site } from '../../domain/site/site.ts';
import type { Reader } from '../../ports/store.ts';

export interface AddressHolder {
  /** Whom a proof of the address signs in: it was proven to be theirs, or its owner is known by nothing else. */
  owner: User | undefined;
  /** Whether it was proven before. */
  isProven: boolean;
  /** Who said that the address is theirs, without proof: an application calls them something else, or they came in. */
  claimant: User | undefined;
  /** No one signs in with the address of the workspace itself. */
  isOwn: boolean;
}

const noHolder: AddressHolder = { owner: undefined, isProven: false, claimant: undefined, isOwn: false };

export async function holderOf(
  { users, visitors, workspaces }: Pick<Reader, 'users' | 'visitors' | 'workspaces'>,
  workspaceId: string,
  email: string,
): Promise<AddressHolder> {
  const user = await users.findByEmail(workspaceId, email);
  if (user === undefined) return noHolder;
  if ((await workspaces.find(workspaceId))?.userId === user.id) return { ...noHolder, isOwn: true };
  const signIns = (await visitors.signInsOf(workspaceId, [user.id])).get(user.id);
  if (signIns?.emailProven === true) return { ...noHolder, owner: user, isProven: true };
  const isOnlyAddress = user.externalId === null && signIns?.lastSignedInAt === null;
  return isOnlyAddress ? { ...noHolder, owner: user } : { ...noHolder, claimant: user };
}

/** A site for those who have signed in is for people whose address was proven before, and for its domains. */
export const mayComeByMail = (
  { visibility, allowedDomains }: Site,
  { isOwn, isProven }: AddressHolder,
  email: string,
): boolean => {
  if (visibility === 'off' || isOwn) return false;
  return visibility === 'public' || isProven || allowedDomains.includes(hostOf(emailKey(email)));
};
