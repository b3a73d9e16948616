// The mails that members get about their inbox. They go only to members with a proven address, and name only what still
// waits there when they are sent.

import type { Dropped, MailContent } from '../../domain/mail/content.ts';
import { teamScope } from '../../domain/mail/leaving.ts';
import { titled } from '../../domain/mail/words.ts';
import type { SiteLanguage } from '../../domain/site/site.ts';
import type { InboxItem } from '../../domain/team/inbox.ts';
import { defaultTeamMail, type TeamMail } from '../../domain/team/team-mail.ts';
import { readInbox } from '../team/inbox/inbox-reading.ts';
import { languageOf, type Renderer, type RenderTools } from './renderer.ts';
import { mailTexts } from './texts/index.ts';

/** More are counted, not named. */
const maxNamed = 10;

interface Told {
  subject: string;
  opening: string;
  items: readonly InboxItem[];
}

type Tell = (
  items: readonly InboxItem[],
  payload: Readonly<Record<string, unknown>>,
  of: { wants: TeamMail; language: SiteLanguage },
) => Told | Dropped;

const teamNotice =
  (tell: Tell): Renderer =>
  async (tools, { payload, locale }) => {
    const { read, site, now, publicUrl, linkUrl } = tools;
    const accountId = String(payload.accountId);
    const membership = await read.memberships.find(site.id, accountId);
    const account = membership && (await read.accounts.find(accountId));
    if (membership === undefined || account === undefined) return { dropped: 'The member has left.' };
    if (account.provenAt === null) return { dropped: 'The address is not proven.' };
    const wants = (await read.inboxes.find(site.id, accountId))?.mail ?? defaultTeamMail;
    const language = languageOf(site, locale ?? account.locale);
    const { items } = await readInbox(read, membership, { now, most: maxRead });
    const told = tell(items, payload, { wants, language });
    if ('dropped' in told) return told;
    const texts = mailTexts[language].team;
    const lines = await linesOf(tools, told.items, language);
    return {
      to: { name: account.name, address: account.email },
      sender: site.workspaceName,
      language,
      subject: told.subject,
      paragraphs: [told.opening, ...lines],
      button: { label: texts.button, url: `${publicUrl}/inbox` },
      reason: texts.reason(site.workspaceName),
      leave: { label: texts.leave, url: linkUrl(teamScope(accountId)) },
    } satisfies MailContent;
  };

/** As far back as a mail looks. */
const maxRead = 1000;

async function linesOf(
  { read, site }: RenderTools,
  items: readonly InboxItem[],
  language: SiteLanguage,
): Promise<string[]> {
  const { why, more } = mailTexts[language].team;
  const named = items.slice(0, maxNamed);
  const posts = await read.inboxes.postsOf(
    site.id,
    named.map(({ postId }) => postId),
  );
  const lines = named.flatMap((item) => {
    const post = posts.get(item.postId);
    return post === undefined ? [] : [why[item.why](titled(post.title))];
  });
  const left = items.length - named.length;
  return left === 0 ? lines : [...lines, more(left)];
}

const nothing: Dropped = { dropped: 'Nothing of it waits in the inbox any more.' };

/** What was handed to the member, and where the member was mentioned, within some minutes. */
export const inboxMail = teamNotice((items, { from, to }, { wants, language }) => {
  const isWanted = {
    mention: wants.mentions,
    handover: wants.handOvers,
    later: false,
    new: false,
    comment: false,
  };
  if (!wants.mentions && !wants.handOvers) return { dropped: 'They turned these mails off.' };
  const told = items.filter(({ why, at }) => isWanted[why] && at >= Number(from) && at < Number(to));
  if (told.length === 0) return nothing;
  const texts = mailTexts[language].team;
  return { subject: texts.waits(told.length), opening: texts.forYou, items: told };
});

/** What waits in the inbox, if anything came since the last digest. */
export const digestMail = teamNotice((items, { since }, { wants, language }) => {
  if (wants.digest === 'off') return { dropped: 'They turned these mails off.' };
  if (!items.some(({ at }) => at >= Number(since))) return { dropped: 'Nothing new is in the inbox.' };
  const texts = mailTexts[language].team;
  return { subject: texts.waits(items.length), opening: texts.inInbox, items };
});
