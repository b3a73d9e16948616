// The mail with a link that signs a visitor in.

import { mailedLinkLastsMs } from '../../domain/site/visitor.ts';
import { hashToken, mintToken } from '../../domain/team/token.ts';
import { holderOf, mayComeByMail } from '../site/address-holders.ts';
import { languageOf, type Renderer, senderOf } from './renderer.ts';
import { mailTexts } from './texts/index.ts';

export const signInMail: Renderer = async (
  { read, transaction, site, siteAddresses, now, linkUrl },
  { address, payload, locale },
) => {
  if (address === null || !mayComeByMail(site, await holderOf(read, site.id, address), address))
    return { dropped: 'The address may not sign in.' };
  const token = mintToken();
  const { returnTo, heldPostId, follows } = payload;
  const isVoting = typeof heldPostId === 'string';
  const link = {
    ...{ hash: hashToken(token), email: address, returnTo: String(returnTo) },
    ...{ heldPostId: isVoting ? heldPostId : null, follows: isVoting && follows === true },
    expiresAt: now + mailedLinkLastsMs,
  };
  await transaction((write) => write.visitors.insertMailedLink(site.id, link), { workspaceId: site.id });
  const language = languageOf(site, locale);
  const { signIn, leave } = mailTexts[language];
  const sender = senderOf(site);
  return {
    to: { name: '', address },
    sender,
    language,
    subject: signIn.subject(sender),
    paragraphs: [isVoting ? signIn.votes(sender) : signIn.signsIn(sender), signIn.lasts],
    button: { label: signIn.button, url: `${siteAddresses.urlOf(site.slug)}/sign-in/${token}` },
    reason: signIn.reason(sender),
    // For whoever did not ask for it.
    leave: { label: leave.button, url: linkUrl('sign_in') },
  };
};
