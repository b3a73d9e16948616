// What delivering needs, put together once per process.

import type { Deps } from '../../app/kernel/change.ts';
import type { Sender } from '../../ports/events/sender.ts';
import { batched } from '../batched.ts';
import { slots } from '../slots.ts';
import { type DeliveryTools, type Settlement, settleAll } from './delivery-batch.ts';
import { deliveryRecord } from './delivery-record.ts';
import { paced } from './paced.ts';

/** Requests that may be under way in this process, and of one workspace: its slow receivers leave slots for others. */
const maxUnderway = 200;
const maxUnderwayPerWorkspace = 50;
/** Requests sent in one turn of the event loop: about two milliseconds of work. */
const sentPerTurn = 8;

export interface DeliveryDeps {
  deps: Deps;
  sender: Sender;
  publicUrl(): string;
  /** In [0, 1), for the jitter of retries. */
  random?: () => number;
  /** How long requests that are under way may take when the process stops. */
  graceMs?: number;
  /** Whether no other process delivers: then all claims at the start are left from one that died. */
  isAlone?: boolean;
}

export function toolsOf(
  { random = Math.random, deps, sender, publicUrl }: DeliveryDeps,
  isStopping: () => boolean,
  stopping: AbortSignal,
): DeliveryTools {
  const record = deliveryRecord();
  const settle = async (settlements: readonly Settlement[]): Promise<void> => {
    await settleAll(deps, settlements);
    for (const { outcomes } of settlements) record.note(outcomes);
  };
  return {
    deps,
    sender,
    publicUrl,
    random,
    slots: slots(maxUnderway, maxUnderwayPerWorkspace),
    pace: paced(sentPerTurn),
    settle: batched<Settlement>(settle),
    record,
    isStopping,
    stopping,
  };
}
