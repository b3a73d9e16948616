// The mail that a member sends to themselves, to see that mail works and how it looks, or what one about a changelog
// entry says.

import { testOfEntry } from './changelog-mail.ts';
import { languageOf, type Renderer, senderOf } from './renderer.ts';
import { mailTexts } from './texts/index.ts';

export const testMail: Renderer = async (tools, { payload, locale }) => {
  const { read, site, publicUrl } = tools;
  const accountId = String(payload.accountId);
  const account = await read.accounts.find(accountId);
  if (account === undefined || (await read.memberships.find(site.id, accountId)) === undefined)
    return { dropped: 'The member has left.' };
  const language = languageOf(site, locale ?? account.locale);
  const to = { name: account.name, address: account.email };
  if (typeof payload.changelogId === 'string') {
    const content = await testOfEntry(tools, payload.changelogId, language);
    return 'dropped' in content ? content : { to, ...content };
  }
  const { test } = mailTexts[language];
  const sender = senderOf(site);
  return {
    to,
    sender,
    language,
    subject: test.subject(sender),
    paragraphs: [test.works, test.looks],
    button: { label: test.button, url: publicUrl },
    reason: test.reason(site.workspaceName),
  };
};
