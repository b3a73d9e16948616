// The mail that invites someone to the team.

import { hashToken, mintToken } from '../../domain/team/token.ts';
import { isInviteValid } from '../team/invite-rights.ts';
import { languageOf, type Renderer } from './renderer.ts';
import { mailTexts } from './texts/index.ts';

const gone = { dropped: 'The invite has ended.' };

export const inviteMail: Renderer = async (
  { read, transaction, site, publicUrl, now },
  { payload, locale },
) => {
  const invite = (await read.invites.list(site.id)).find(({ id }) => id === payload.inviteId);
  if (invite === undefined || invite.expiresAt <= now || !(await isInviteValid(read, invite))) return gone;
  const inviter = await read.accounts.find(invite.createdBy);
  if (inviter === undefined) return gone;
  const token = mintToken();
  const isThere = await transaction((write) => write.invites.setHash(site.id, invite.id, hashToken(token)), {
    workspaceId: site.id,
  });
  if (!isThere) return gone;
  const language = languageOf(site, locale ?? inviter.locale);
  const texts = mailTexts[language].invite;
  const workspace = site.workspaceName;
  return {
    to: { name: '', address: invite.email },
    sender: workspace,
    language,
    subject: texts.subject(workspace),
    paragraphs: [texts.invites(inviter.name, workspace), texts.lasts],
    button: { label: texts.button, url: `${publicUrl}/invite/${token}` },
    reason: texts.reason(inviter.name),
  };
};
