// The audit log as people read it: one row for each request or job, however many objects it changed.

import { setImmediate } from 'node:timers/promises';
import type { AuditQuery, NumberedEntry } from '../../domain/events/ledger.ts';
import type { Actor } from '../../domain/kernel/actor.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import type { PageRequest, SortKey } from '../../domain/kernel/page.ts';
import type { Store } from '../../ports/store.ts';
import type { Caller } from '../kernel/change.ts';

export interface Activity {
  requestId: string | null;
  actor: Actor;
  /** Of the newest change. */
  createdAt: Instant;
  /** How many changes of each type, in the order of the newest. */
  counts: { action: string; count: number }[];
  /** Counting ended before its oldest change. */
  isMore: boolean;
  /** Its newest changes. */
  changes: { id: string; action: string; objectId: string }[];
}

export type ActivityQuery = Omit<AuditQuery, 'slice'> & { page: PageRequest };

export interface ActivityLog {
  page(caller: Caller, query: ActivityQuery): Promise<{ items: Activity[]; next: SortKey | undefined }>;
}

const entriesAtOnce = 200;
/** A page reads no more than this many times. A larger job goes on in the next page, which leaves out its rows. */
const maxReads = 10;
const maxShown = 20;

/** What the service does on its own has no request: its entries are together if nothing came in between. */
const keyOf = ({ requestId, actor, type, id }: NumberedEntry, before: string): string => {
  if (requestId !== null) return `${actor.id} ${requestId}`;
  const alike = `${actor.id} ${type} `;
  return before.startsWith(alike) ? before : alike + id;
};

export const activityLog = ({ store }: { store: Store }): ActivityLog => ({
  async page({ workspaceId }, { page: { limit, start }, ...filters }) {
    const items = new Map<string, Activity>();
    const [begin, unfinished = ''] = start.kind === 'after' ? start.key : [];
    let after: SortKey | undefined = begin === undefined ? undefined : [begin];
    let key = String(unfinished);
    for (let reads = 0; reads < maxReads; reads += 1) {
      const slice = { take: entriesAtOnce, skip: 0, after };
      const entries = await store.read.ledger.audit(workspaceId, { ...filters, slice });
      for (const entry of entries) {
        key = keyOf(entry, key);
        if (key !== unfinished) {
          if (!items.has(key) && items.size === limit)
            return { items: [...items.values()], next: [...(after ?? []), ''] };
          items.set(key, withEntry(items.get(key), entry));
        }
        after = [entry.sequence];
      }
      if (entries.length < entriesAtOnce) return { items: [...items.values()], next: undefined };
      await setImmediate();
    }
    const last = items.get(key);
    if (last !== undefined) last.isMore = true;
    return { items: [...items.values()], next: [...(after ?? []), key] };
  },
});

function withEntry(activity: Activity | undefined, entry: NumberedEntry): Activity {
  const { id, type: action, objectId, requestId, actor, createdAt } = entry;
  const known = activity ?? { requestId, actor, createdAt, counts: [], isMore: false, changes: [] };
  const counted = known.counts.find((one) => one.action === action);
  if (counted === undefined) known.counts.push({ action, count: 1 });
  else counted.count += 1;
  if (known.changes.length < maxShown) known.changes.push({ id, action, objectId });
  return known;
}
