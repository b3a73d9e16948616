// The stored responses to idempotent writes.

import type { IdempotencyReader, IdempotencyWriter } from '../../../ports/records-store.ts';
import type { Locks } from './dialect.ts';
import { keyWindows, mentions } from './mentions.ts';
import type { Db } from './tables.ts';

const forgottenAtOnce = 1000;

export const idempotencyReader = (db: Db): IdempotencyReader => ({
  find: (workspaceId, key) =>
    db
      .selectFrom('idempotency_keys')
      .select(['key', 'fingerprint', 'status', 'body', 'created_at as createdAt'])
      .where('workspace_id', '=', workspaceId)
      .where('key', '=', key)
      .executeTakeFirst(),
});

export const idempotencyWriter = (db: Db, locks: Locks): IdempotencyWriter => ({
  ...idempotencyReader(db),
  async insert(workspaceId, { key, fingerprint, status, body, createdAt }) {
    await db
      .insertInto('idempotency_keys')
      .values({ workspace_id: workspaceId, key, fingerprint, status, body, created_at: createdAt })
      .execute();
  },
  async forgetMentions(workspaceId, texts) {
    for await (const { after, upTo } of keyWindows(db, workspaceId)) {
      await db
        .deleteFrom('idempotency_keys')
        .where('workspace_id', '=', workspaceId)
        .where('key', '>', after)
        .where('key', '<=', upTo)
        .where((eb) => eb.or(texts.map((text) => mentions('body', text))))
        .execute();
    }
  },
  async remove(workspaceId, key) {
    await db
      .deleteFrom('idempotency_keys')
      .where('workspace_id', '=', workspaceId)
      .where('key', '=', key)
      .execute();
  },
  async forgetBefore(instant) {
    const old = locks.unclaimed(
      db
        .selectFrom('idempotency_keys')
        .select('key')
        .where('created_at', '<', instant)
        .limit(forgottenAtOnce),
    );
    const { numDeletedRows } = await db
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', instant)
      .where('key', 'in', old)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});
