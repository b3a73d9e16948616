// What the signed-in member gets by mail about the inbox.

import { notFound } from '../../../domain/kernel/failure.ts';
import type { Membership } from '../../../domain/team/membership.ts';
import {
  checkedTimeZone,
  defaultTeamMail,
  nextDigestAt,
  type TeamMail,
} from '../../../domain/team/team-mail.ts';
import type { TeamDeps } from '../team-deps.ts';

export interface TeamMailView extends TeamMail {
  /** Mail goes only to an address that the member has proven to be theirs. */
  isProven: boolean;
}

export interface TeamMails {
  view(membership: Membership): Promise<TeamMailView>;
  update(
    membership: Membership,
    edit: { [Key in keyof TeamMail]?: TeamMail[Key] | undefined },
  ): Promise<TeamMailView>;
}

export function teamMails({ store, clock }: TeamDeps): TeamMails {
  const view = async ({ workspaceId, accountId }: Membership): Promise<TeamMailView> => {
    const account = await store.read.accounts.find(accountId);
    if (account === undefined) throw notFound('Account');
    const mail = (await store.read.inboxes.find(workspaceId, accountId))?.mail ?? defaultTeamMail;
    return { ...mail, isProven: account.provenAt !== null };
  };
  return {
    view,
    async update(membership, edit) {
      const { workspaceId, accountId } = membership;
      await store.transaction(async (write) => {
        const before = (await write.inboxes.find(workspaceId, accountId)) ?? { mail: defaultTeamMail };
        const { mentions, handOvers, digest, timeZone } = before.mail;
        const mail = {
          mentions: edit.mentions ?? mentions,
          handOvers: edit.handOvers ?? handOvers,
          digest: edit.digest ?? digest,
          timeZone: edit.timeZone === undefined ? timeZone : checkedTimeZone(edit.timeZone),
        };
        await write.inboxes.setMail(workspaceId, accountId, mail, nextDigestAt(mail, clock.now()));
      });
      return view(membership);
    },
  };
}
