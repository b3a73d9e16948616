// What every notice has: a person with an address who still wants it, and the ways out of it.

import type { Post } from '../../domain/feedback/post.ts';
import { isShown } from '../../domain/feedback/post.ts';
import type { Dropped, MailContent } from '../../domain/mail/content.ts';
import type { NoticeKind } from '../../domain/mail/mail.ts';
import { defaultMailSettings, type MailSettings } from '../../domain/mail/settings.ts';
import { maxNoticesADay, wants } from '../../domain/mail/telling.ts';
import type { SiteLanguage } from '../../domain/site/site.ts';
import { languageOf, type Rendered, type Renderer, type RenderTools, senderOf } from './renderer.ts';
import { mailTexts } from './texts/index.ts';

const dayMs = 24 * 3_600_000;

/** What the mail says besides what all notices have. */
export type Told = Pick<MailContent, 'subject' | 'paragraphs' | 'reason'> &
  Partial<Pick<MailContent, 'quote' | 'button'>> & {
    /** The post that the person can stop hearing of. */
    followedPostId: string | undefined;
    /** They get it because they subscribe to the changelog. */
    asSubscriber?: boolean;
  };

interface Recipient {
  userId: string;
  settings: MailSettings;
  language: SiteLanguage;
}

export const notice =
  (
    kind: NoticeKind,
    write: (tools: RenderTools, mail: Rendered, recipient: Recipient) => Promise<Told | Dropped>,
  ): Renderer =>
  async (tools, mail) => {
    const { read, site, now, linkUrl } = tools;
    const { userId } = mail;
    const user = userId === null ? undefined : await read.users.find(site.id, userId);
    if (user?.email == null || userId === null) return { dropped: 'They have no address.' };
    const settings = (await read.mailSettings.find(site.id, userId)) ?? defaultMailSettings;
    if (!wants(kind, settings)) return { dropped: 'They turned these mails off.' };
    if ((await read.mails.countNotices(site.id, userId, now - dayMs, mail.id)) >= maxNoticesADay)
      return { dropped: `They got ${maxNoticesADay} notices within a day.` };
    const language = languageOf(site, settings.language ?? mail.locale);
    const told = await write(tools, mail, { userId, settings, language });
    if ('dropped' in told) return told;
    const { followedPostId, asSubscriber, ...content } = told;
    const { leave } = mailTexts[language];
    const leaveAll = { label: leave.all, url: linkUrl('notices') };
    const ofThis =
      followedPostId !== undefined
        ? { label: leave.post, url: linkUrl(followedPostId) }
        : asSubscriber === true
          ? { label: leave.changelog, url: linkUrl('changelog') }
          : undefined;
    return {
      to: { name: user.name ?? '', address: user.email },
      sender: senderOf(site),
      language,
      ...content,
      ...(ofThis === undefined ? { leave: leaveAll } : { leave: ofThis, leaveAll }),
    };
  };

/** Where visitors find the post; undefined if they don't. */
export function linkTo(
  { site, siteAddresses }: Pick<RenderTools, 'site' | 'siteAddresses'>,
  post: Post,
): string | undefined {
  return site.visibility === 'off' || !isShown(post)
    ? undefined
    : `${siteAddresses.urlOf(site.slug)}/posts/${post.id}`;
}

/** Of these posts, the first one that the person follows, and the first one that they voted for. */
export async function tiesTo(
  { read, site }: Pick<RenderTools, 'read' | 'site'>,
  userId: string,
  postIds: readonly string[],
): Promise<{ followed: string | undefined; voted: string | undefined }> {
  const follows = await read.followers.followedOf(site.id, userId, postIds);
  const votes = await read.votes.votedOf(site.id, userId, postIds);
  return { followed: postIds.find((id) => follows.has(id)), voted: postIds.find((id) => votes.has(id)) };
}
