// The mail that asks whether replies may go to its address.

import { replyToScope } from '../../domain/mail/reply-to.ts';
import { languageOf, type Renderer, senderOf } from './renderer.ts';
import { mailTexts } from './texts/index.ts';

export const replyToMail: Renderer = async ({ read, site, linkUrl }, { address, payload, locale }) => {
  const { asked, askedAt } = await read.mails.replyTo(site.id);
  if (address === null || asked !== address || askedAt === null || askedAt !== payload.askedAt)
    return { dropped: 'Another address was set since, or none.' };
  const language = languageOf(site, locale);
  const { replyTo } = mailTexts[language];
  const sender = senderOf(site);
  return {
    to: { name: '', address },
    sender,
    language,
    subject: replyTo.subject(sender),
    paragraphs: [replyTo.asks(sender)],
    button: { label: replyTo.button, url: linkUrl(replyToScope(askedAt)) },
    reason: replyTo.reason(site.workspaceName),
  };
};
