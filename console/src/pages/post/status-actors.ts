// Who made each status change of a post. The history itself doesn't say; the audit log does. An entry is as old as its
// transaction, so it is a moment older than the change. Changes that were imported have no entry.

import type { AuditEntry, StatusChange } from '@earshot/client';

/** A transaction doesn't take longer. */
const maxMs = 60_000;

/** By the ID of the change. Both lists are sorted, newest first; each entry belongs to one change. */
export function actorsOf(
  changes: readonly Pick<StatusChange, 'id' | 'createdAt'>[],
  entries: readonly Pick<AuditEntry, 'actor' | 'createdAt'>[],
): Map<string, AuditEntry['actor']> {
  const actors = new Map<string, AuditEntry['actor']>();
  const rest = [...entries];
  for (const { id, createdAt } of changes) {
    const at = Date.parse(createdAt);
    const index = rest.findIndex((entry) => Date.parse(entry.createdAt) <= at);
    const entry = rest[index];
    if (entry === undefined || at - Date.parse(entry.createdAt) > maxMs) continue;
    actors.set(id, entry.actor);
    rest.splice(0, index + 1);
  }
  return actors;
}
