// The stored responses to idempotent writes.

import type { IdempotencyRecord } from '../../../domain/kernel/idempotency.ts';
import type { IdempotencyReader, IdempotencyWriter } from '../../../ports/kernel/idempotency-store.ts';
import type { Locks } from './dialect.ts';
import { keyWindows, mentions } from './statements/mentions.ts';
import { firstOf, prepared } from './statements/prepared.ts';
import type { Db } from './tables.ts';

const forgottenAtOnce = 1000;

const recordByKey = prepared((db, { workspaceId, key }: { workspaceId: string; key: string }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['key', 'fingerprint', 'status', 'body', 'created_at as createdAt'])
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .compile(),
);
const insertRecord = prepared((db, { workspaceId, ...record }: IdempotencyRecord & { workspaceId: string }) =>
  db
    .insertInto('idempotency_keys')
    .values({
      workspace_id: workspaceId,
      key: record.key,
      fingerprint: record.fingerprint,
      status: record.status,
      body: record.body,
      created_at: record.createdAt,
    })
    .compile(),
);

export const idempotencyReader = (db: Db): IdempotencyReader => ({
  find: (workspaceId, key) => firstOf(recordByKey(db, { workspaceId, key })),
});

export const idempotencyWriter = (db: Db, locks: Locks): IdempotencyWriter => ({
  ...idempotencyReader(db),
  async insert(workspaceId, record) {
    await insertRecord(db, { ...record, workspaceId });
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
