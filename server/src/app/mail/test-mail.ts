// The mail that a member sends to themselves, to see that mail works and how it looks.

import { languageOf, type Renderer, senderOf } from './renderer.ts';
import { mailTexts } from './texts/index.ts';

export const testMail: Renderer = async ({ read, site, publicUrl }, { payload, locale }) => {
  const accountId = String(payload.accountId);
  const account = await read.accounts.find(accountId);
  if (account === undefined || (await read.memberships.find(site.id, accountId)) === undefined)
    return { dropped: 'The member has left.' };
  const language = languageOf(site, locale ?? account.locale);
  const { test } = mailTexts[language];
  const sender = senderOf(site);
  return {
    to: { name: account.name, address: account.email },
    sender,
    language,
    subject: test.subject(sender),
    paragraphs: [test.works, test.looks],
    button: { label: test.button, url: publicUrl },
    reason: test.reason(site.workspaceName),
  };
};
