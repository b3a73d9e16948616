// The mail about a published changelog entry, for those who follow a post that it is about, and a test of it for the
// team.

import type { Changelog } from '../../domain/changelog/changelog.ts';
import { isShown, type Post } from '../../domain/feedback/post.ts';
import type { Dropped, MailContent } from '../../domain/mail/content.ts';
import { testScope } from '../../domain/mail/leaving.ts';
import { quoted, titled } from '../../domain/mail/words.ts';
import { plainText } from '../../domain/rich-text/plain-text.ts';
import type { SiteLanguage } from '../../domain/site/site.ts';
import { notice, type Told, tiesTo } from './notice.ts';
import { type RenderTools, senderOf } from './renderer.ts';
import { mailTexts } from './texts/index.ts';

const maxListed = 5;

export const changelogMail = notice('changelog', async (tools, mail, { userId, settings, language }) => {
  const found = await findEntry(tools, String(mail.payload.changelogId));
  if (found?.entry.state !== 'published') return { dropped: 'The entry is not published.' };
  const { entry, posts } = found;
  const ties = await tiesTo(
    tools,
    userId,
    posts.map(({ id }) => id),
  );
  const asVoter = mail.payload.choice === 'voters' ? ties.voted : undefined;
  const followed = settings.changelog ? ties.followed : undefined;
  const post = posts.find(({ id }) => id === (followed ?? asVoter));
  if (post === undefined && !settings.allEntries)
    return { dropped: 'They no longer follow a post of the entry.' };
  const texts = mailTexts[language];
  const sender = senderOf(tools.site);
  const title = post && titled(post.title);
  return {
    ...toldOf(tools, entry, posts, language),
    reason:
      title === undefined
        ? texts.notice.subscribes(sender)
        : followed === undefined
          ? texts.notice.voted(title, sender)
          : texts.notice.follows(title),
    followedPostId: followed,
    asSubscriber: post === undefined,
  };
});

/** The entry, and the posts that it is about and visitors see. */
async function findEntry(
  { read, site }: RenderTools,
  changelogId: string,
): Promise<{ entry: Changelog; posts: Post[] } | undefined> {
  const entry = await read.changelogs.find(site.id, changelogId);
  if (entry === undefined) return undefined;
  const linkedIds = (await read.changelogs.linkedPostIdsOf(site.id, [entry.id])).get(entry.id) ?? [];
  const found = await read.posts.postsOf(site.id, linkedIds);
  return { entry, posts: linkedIds.flatMap((id) => found.get(id) ?? []).filter(isShown) };
}

/** What is the same in every mail, whatever the reason for it. */
function toldOf(
  { site, siteAddresses }: RenderTools,
  entry: Changelog,
  posts: readonly Post[],
  language: SiteLanguage,
): Omit<Told, 'reason' | 'followedPostId'> {
  const texts = mailTexts[language].changelog;
  const shipped = posts.slice(0, maxListed).map((each) => titled(each.title));
  return {
    subject: quoted(entry.title, { isFromTeam: true }),
    paragraphs: [texts.ships(senderOf(site), shipped, posts.length - shipped.length)],
    quote: quoted(plainText(entry.content), { isFromTeam: true }),
    ...(site.visibility !== 'off' && {
      button: { label: texts.button, url: `${siteAddresses.urlOf(site.slug)}/changelog/${entry.slug}` },
    }),
  };
}

/** As the entry is now, published or not. Its links look like those of a notice, and end nothing. */
export async function testOfEntry(
  tools: RenderTools,
  changelogId: string,
  language: SiteLanguage,
): Promise<Omit<MailContent, 'to'> | Dropped> {
  const found = await findEntry(tools, changelogId);
  if (found === undefined) return { dropped: 'The entry is gone.' };
  const { entry, posts } = found;
  const told = toldOf(tools, entry, posts, language);
  const { test, leave } = mailTexts[language];
  const url = tools.linkUrl(testScope);
  return {
    ...told,
    sender: senderOf(tools.site),
    language,
    subject: test.marked(told.subject),
    reason: test.ofEntry(told.button !== undefined && entry.state !== 'published'),
    leave: { label: leave.changelog, url },
    leaveAll: { label: leave.all, url },
  };
}
