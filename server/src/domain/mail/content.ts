// What a mail says, without how it looks. All of it is plain text.

import type { SiteLanguage } from '../site/site.ts';
import type { MailAddress } from './address.ts';

export interface MailContent {
  to: MailAddress;
  /** The name of the sender: the site's, or the workspace's. */
  sender: string;
  language: SiteLanguage;
  subject: string;
  paragraphs: readonly string[];
  /** What someone wrote, shown as theirs. */
  quote?: string;
  button?: { label: string; url: string };
  /** One sentence: why they get it. */
  reason: string;
  /** Where one click ends mails like this one; absent if it was asked for. */
  leave?: { label: string; url: string };
  /** If that ends only mails about one thing: where one click ends all notices. */
  leaveAll?: { label: string; url: string };
}

/** There is nothing to tell, or no one who may know. */
export interface Dropped {
  /** Why, for the team: one short sentence. */
  dropped: string;
}
