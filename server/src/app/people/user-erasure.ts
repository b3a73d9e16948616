// Deletes the personal data of one person within a transaction: shared by the API and the public site.

import { withoutPerson } from '../../domain/events/payload-erasure.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import { addressHash } from '../../domain/mail/suppression.ts';
import { erased, personalTexts, type User } from '../../domain/people/user.ts';
import type { Change, Deps } from '../kernel/change.ts';
import { noteNameShown } from './shown-names.ts';

/** Published posts and comments, and votes, remain without a name. What was never published goes. */
export async function erasePerson(
  { clock }: Pick<Deps, 'clock'>,
  write: Change,
  workspaceId: string,
  user: User,
): Promise<void> {
  const { id } = user;
  const workspace = await write.workspaces.find(workspaceId);
  if (workspace?.userId === id) throw conflict("The workspace's own user cannot be deleted.");
  const left = erased(user, clock.now());
  // First: links in mails are found by the address.
  await write.visitors.endAllOf(workspaceId, id);
  await write.users.erase(workspaceId, left);
  await write.followers.removeOf(workspaceId, id);
  await write.mailSettings.remove(workspaceId, id);
  await write.submissions.removeOf(workspaceId, id);
  await write.reports.removeOf(workspaceId, id);
  await write.bans.remove(workspaceId, id);
  await write.mails.removeOf(workspaceId, id, user.email);
  const mailKey = await write.suppressions.keyOf(workspaceId);
  if (mailKey !== undefined && user.email !== null)
    await write.suppressions.forgetAddress(workspaceId, addressHash(mailKey, user.email));
  await write.ledger.rewrite(workspaceId, id, (payload) => withoutPerson(payload, id));
  // Stored responses are the exact bytes that were sent, so they are deleted instead of rewritten.
  await write.idempotency.forgetMentions(workspaceId, [id, ...personalTexts(user)]);
  write.deleted('user', left);
  await noteNameShown(write, workspaceId);
}
