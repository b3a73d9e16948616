// What a person wants to be told by mail about the posts that they follow, and in which language.

import type { SiteLanguage } from '../site/site.ts';

export interface MailSettings {
  /** A post moved to another status. */
  statusChanges: boolean;
  /** The team answered a post. */
  answers: boolean;
  /** Someone replied to their comment. */
  replies: boolean;
  /** A changelog entry about a post was published. */
  changelog: boolean;
  /** Any changelog entry was published: they subscribe to the changelog, whatever they follow. */
  allEntries: boolean;
  /** Null for that of the public site. */
  language: SiteLanguage | null;
}

/** Of whoever never changed them. */
export const defaultMailSettings: MailSettings = {
  statusChanges: true,
  answers: true,
  replies: true,
  changelog: true,
  allEntries: false,
  language: null,
};

export type PersonalMailSettings = MailSettings & { userId: string };
