// Disables a webhook whose receiver is gone or has only failed for days.

import type { DisabledReason, Webhook } from '../../domain/events/webhook.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { edited } from '../../domain/kernel/version.ts';
import { asSystem, change, type Deps } from '../kernel/change.ts';

/** The ledger actor for what webhooks cause. */
export const deliverer = { type: 'system', id: 'webhooks' } as const;

/** Does nothing if it is disabled or deleted already, or has another URL by now. */
export const disableWebhook = (
  deps: Deps,
  workspaceId: string,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
  reason: DisabledReason,
  at: Instant,
): Promise<boolean> =>
  change(deps, asSystem(workspaceId, deliverer), async (write) => {
    const before = await write.webhooks.find(workspaceId, id);
    if (before === undefined || !before.isEnabled || before.url !== url) return false;
    const edits = { isEnabled: false, disabledReason: reason, disabledAt: at };
    const after = edited(before, edits, at);
    await write.webhooks.update(workspaceId, after);
    write.updated('webhook', before, after);
    write.record('webhook.disabled', id);
    return true;
  });
