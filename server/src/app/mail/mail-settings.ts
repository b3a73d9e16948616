// The use cases for what a person wants to be told by mail.

import { notFound } from '../../domain/kernel/failure.ts';
import { isSame } from '../../domain/kernel/version.ts';
import {
  defaultMailSettings,
  type MailSettings,
  type PersonalMailSettings,
} from '../../domain/mail/settings.ts';
import type { Reader } from '../../ports/store.ts';
import { type Caller, type Change, change, type Deps } from '../kernel/change.ts';

/** Undefined keeps a value. */
export type MailSettingsPatch = { [Field in keyof MailSettings]?: MailSettings[Field] | undefined };

export interface MailSettingsOfPeople {
  get(caller: Caller, userId: string): Promise<PersonalMailSettings>;
  update(caller: Caller, userId: string, patch: MailSettingsPatch): Promise<PersonalMailSettings>;
}

export const mailSettings = (deps: Deps): MailSettingsOfPeople => ({
  get: ({ workspaceId }, userId) => settingsIn(deps.store.read, workspaceId, userId),

  update: (caller, userId, patch) =>
    change(deps, caller, (write) => changeMailSettings(write, caller.workspaceId, userId, patch)),
});

/** Within a transaction: shared by the API and the public site. */
export async function changeMailSettings(
  write: Change,
  workspaceId: string,
  userId: string,
  patch: MailSettingsPatch,
): Promise<PersonalMailSettings> {
  const before = await settingsIn(write, workspaceId, userId);
  const after: PersonalMailSettings = {
    userId,
    statusChanges: patch.statusChanges ?? before.statusChanges,
    answers: patch.answers ?? before.answers,
    replies: patch.replies ?? before.replies,
    changelog: patch.changelog ?? before.changelog,
    allEntries: patch.allEntries ?? before.allEntries,
    language: patch.language === undefined ? before.language : patch.language,
  };
  if (isSame(before, after)) return before;
  await write.mailSettings.put(workspaceId, after);
  write.record('user.mail_settings_updated', userId);
  return after;
}

async function settingsIn(read: Reader, workspaceId: string, userId: string): Promise<PersonalMailSettings> {
  if ((await read.users.find(workspaceId, userId)) === undefined) throw notFound('User');
  const settings = (await read.mailSettings.find(workspaceId, userId)) ?? defaultMailSettings;
  return { userId, ...settings };
}
