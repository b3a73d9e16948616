// Events wait here, written with the change they tell of, until they are delivered.

import type { OutboxWriter } from '../../../ports/records-store.ts';
import type { Locks } from '../kernel/dialect.ts';
import { insertMany } from '../kernel/insert-many.ts';
import { keyWindows, mentions } from '../kernel/mentions.ts';
import type { Db } from '../kernel/tables.ts';

const forgottenAtOnce = 1000;

export const outboxWriter = (db: Db, locks: Locks): OutboxWriter => ({
  async append(workspaceId, events) {
    if (events.length === 0) return;
    await insertMany(
      db,
      'outbox',
      events.map((event) => ({
        workspace_id: workspaceId,
        id: event.id,
        type: event.type,
        object: JSON.stringify(event.object),
        actor_type: event.actor.type,
        actor_id: event.actor.id,
        created_at: event.createdAt,
      })),
    );
  },
  async rewrite(workspaceId, text, replace) {
    for await (const { after, upTo } of keyWindows(db, 'outbox', 'id', workspaceId)) {
      const rows = await db
        .selectFrom('outbox')
        .select(['id', 'object'])
        .where('workspace_id', '=', workspaceId)
        .where('id', '>', after)
        .where('id', '<=', upTo)
        .where(mentions('object', text))
        .execute();
      for (const { id, object } of rows) {
        await db
          .updateTable('outbox')
          .set({ object: JSON.stringify(replace(JSON.parse(object))) })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .execute();
      }
    }
  },
  async forgetBefore(instant) {
    const old = locks.unclaimed(
      db.selectFrom('outbox').select('id').where('created_at', '<', instant).limit(forgottenAtOnce),
    );
    // The age once more: an index has it, and an id is an event's own within its workspace only.
    const { numDeletedRows } = await db
      .deleteFrom('outbox')
      .where('created_at', '<', instant)
      .where('id', 'in', old)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});
