// The mail about a published changelog entry, for those who follow a post that it is about.

import { isShown } from '../../domain/feedback/post.ts';
import { quoted, titled } from '../../domain/mail/words.ts';
import { plainText } from '../../domain/rich-text/plain-text.ts';
import { notice, tiesTo } from './notice.ts';
import { senderOf } from './renderer.ts';
import { mailTexts } from './texts/index.ts';

const maxListed = 5;

export const changelogMail = notice('changelog', async (tools, mail, { userId, settings, language }) => {
  const { read, site, siteAddresses } = tools;
  const entry = await read.changelogs.find(site.id, String(mail.payload.changelogId));
  if (entry?.state !== 'published') return { dropped: 'The entry is not published.' };
  const linkedIds = (await read.changelogs.linkedPostIdsOf(site.id, [entry.id])).get(entry.id) ?? [];
  const found = await read.posts.postsOf(site.id, linkedIds);
  const posts = linkedIds.flatMap((id) => found.get(id) ?? []).filter(isShown);
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
  const sender = senderOf(site);
  const title = post && titled(post.title);
  const shipped = posts.slice(0, maxListed).map((each) => titled(each.title));
  return {
    subject: quoted(entry.title, { isFromTeam: true }),
    paragraphs: [texts.changelog.ships(sender, shipped, posts.length - shipped.length)],
    quote: quoted(plainText(entry.content), { isFromTeam: true }),
    ...(site.visibility !== 'off' && {
      button: {
        label: texts.changelog.button,
        url: `${siteAddresses.urlOf(site.slug)}/changelog/${entry.slug}`,
      },
    }),
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
