// What a renderer of mail gets and gives. It reads what is true when the mail is sent, and what its recipient may see
// then.

import type { Instant } from '../../domain/kernel/clock.ts';
import type { Dropped, MailContent } from '../../domain/mail/content.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import { type Site, type SiteAddresses, type SiteLanguage, siteLanguages } from '../../domain/site/site.ts';
import type { Reader, Store } from '../../ports/store.ts';

export interface RenderTools {
  read: Reader;
  /** For the secret of a link: it is made when the mail is sent, so that none waits in the queue. */
  transaction: Store['transaction'];
  /** Of the workspace that the mail is from. */
  site: Site;
  siteAddresses: SiteAddresses;
  publicUrl: string;
  now: Instant;
  /** Where one click ends mails like this one, for its recipient, or confirms its address. */
  linkUrl(scope: string): string;
}

/** What a renderer knows of a mail. */
export type Rendered = Pick<Mail, 'id' | 'address' | 'userId' | 'payload' | 'locale'>;

export type Renderer = (tools: RenderTools, mail: Rendered) => Promise<MailContent | Dropped>;

/** The recipient's language if we write it, or else the site's. */
export function languageOf({ language }: Pick<Site, 'language'>, locale: string | null): SiteLanguage {
  const primary = locale?.split('-')[0]?.toLowerCase();
  return siteLanguages.find((each) => each === primary) ?? language;
}

export const senderOf = ({ name, workspaceName }: Pick<Site, 'name' | 'workspaceName'>): string =>
  name ?? workspaceName;
