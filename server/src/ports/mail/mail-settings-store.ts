// Storage of what people want to be told by mail.

import type { MailSettings, PersonalMailSettings } from '../../domain/mail/settings.ts';

export interface MailSettingsReader {
  /** Undefined if the person never changed them. */
  find(workspaceId: string, userId: string): Promise<MailSettings | undefined>;
  /** Of those of these people who changed them. */
  settingsOf(workspaceId: string, userIds: readonly string[]): Promise<Map<string, MailSettings>>;
  /** The IDs of those who subscribe to the changelog, in order, from the one after this on. */
  subscribersPage(workspaceId: string, afterUserId: string | undefined, take: number): Promise<string[]>;
}

export interface MailSettingsWriter extends MailSettingsReader {
  put(workspaceId: string, settings: PersonalMailSettings): Promise<void>;
  /** Bulk insert. People who have settings keep theirs. */
  addMany(workspaceId: string, settings: readonly PersonalMailSettings[]): Promise<void>;
  remove(workspaceId: string, userId: string): Promise<void>;
}
