// The mail_settings table. A person gets a row with the first change.

import { sql } from 'kysely';
import type { MailSettings, PersonalMailSettings } from '../../../domain/mail/settings.ts';
import type { MailSettingsReader, MailSettingsWriter } from '../../../ports/mail/mail-settings-store.ts';
import { columnsOf, flagColumn } from '../kernel/columns.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import type { Db, Tables } from '../kernel/tables.ts';

export const mailSettingsColumns = columnsOf<Tables['mail_settings'], PersonalMailSettings>()({
  userId: 'user_id',
  statusChanges: flagColumn('status_changes'),
  answers: flagColumn('answers'),
  replies: flagColumn('replies'),
  changelog: flagColumn('changelog'),
  allEntries: flagColumn('all_entries'),
  language: 'language',
});

export function mailSettingsReader(db: Db): MailSettingsReader {
  const settingsOf: MailSettingsReader['settingsOf'] = async (workspaceId, userIds) => {
    const found = new Map<string, MailSettings>();
    await inChunks(userIds, async (chunk) => {
      const rows = await db
        .selectFrom('mail_settings')
        .select(mailSettingsColumns.selected)
        .where('workspace_id', '=', workspaceId)
        .where('user_id', 'in', chunk)
        .execute();
      for (const row of rows) {
        const { userId, ...settings } = mailSettingsColumns.read(row);
        found.set(userId, settings);
      }
    });
    return found;
  };
  return {
    settingsOf,
    find: async (workspaceId, userId) => (await settingsOf(workspaceId, [userId])).get(userId),
    async subscribersPage(workspaceId, afterUserId, take) {
      const rows = await db
        .selectFrom('mail_settings')
        .select('user_id')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '>', afterUserId ?? '')
        // Written out, so that every engine knows that the index of subscribers has them all.
        .where(sql<boolean>`all_entries = 1`)
        .orderBy('user_id')
        .limit(take)
        .execute();
      return rows.map(({ user_id: userId }) => userId);
    },
  };
}

const rowOf = (workspaceId: string, settings: PersonalMailSettings) => ({
  workspace_id: workspaceId,
  ...mailSettingsColumns.valuesOf(settings),
});

export const mailSettingsWriter = (db: Db): MailSettingsWriter => ({
  ...mailSettingsReader(db),
  async put(workspaceId, settings) {
    await db
      .insertInto('mail_settings')
      .values(rowOf(workspaceId, settings))
      .onConflict((taken) =>
        taken.columns(['workspace_id', 'user_id']).doUpdateSet(mailSettingsColumns.valuesOf(settings)),
      )
      .execute();
  },
  addMany: (workspaceId, settings) =>
    inChunks(settings, async (chunk) => {
      await db
        .insertInto('mail_settings')
        .values(chunk.map((each) => rowOf(workspaceId, each)))
        .onConflict((taken) => taken.doNothing())
        .execute();
    }),
  async remove(workspaceId, userId) {
    await db
      .deleteFrom('mail_settings')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
  },
});
