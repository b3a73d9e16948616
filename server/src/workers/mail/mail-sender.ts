// Sends queued mail: when some was queued, when some comes due, and at intervals in any case, since other processes
// queue too.

import { together } from '../../app/kernel/together.ts';
import { queueDigests } from '../../app/mail/digests.ts';
import type { MailQueue, MailState } from '../../domain/mail/mail.ts';
import { batched } from '../batched.ts';
import { type DueLoop, dueLoop } from '../due-loop.ts';
import { slots } from '../slots.ts';
import { type MailSettlement, type MailTools, sendLot } from './mail-lot.ts';
import type { MailPace } from './mail-pace.ts';
import { mailPause } from './mail-pause.ts';
import { type Told, tellDue } from './notify.ts';

/** The longest time without looking: what another process queued leaves within this time. */
const maxWaitMs = 5_000;
/** How many mails of a workspace are taken at a time: then it is the turn of the next. */
const lotSize = 10;
const defaultGraceMs = 2_000;

export interface MailDeps
  extends Pick<MailTools, 'deps' | 'mailer' | 'from' | 'replyTo' | 'siteAddresses' | 'publicUrl'> {
  pace: MailPace;
  /** How many mails are under way at a time. */
  maxUnderway: number;
  onFault(error: unknown): void;
  random?: () => number;
  /** Whether no other process sends: then all claims at the start are left from one that died. */
  isAlone?: boolean;
  /** How long mails that are under way may take when the process stops. */
  graceMs?: number;
}

export interface MailMetrics {
  /** Since startup, by what came of them; `waiting` are attempts that are repeated. */
  outcomes: Readonly<Record<MailState, number>>;
  underway: number;
  /** What the server said if it refuses us; undefined if it does not. */
  blocked: string | undefined;
  /** At the last look at the queues: how long the oldest due mail had been waiting, and how many queues were held. */
  overdueMs: number;
  held: number;
}

export interface MailSender extends DueLoop {
  metrics(): MailMetrics;
}

/** Sends everything that is due now and that the pace allows; returns how many mails it took. For tests. */
export async function sendDueMail(mail: MailDeps): Promise<number> {
  const { round } = sending(mail, () => false);
  let sent = 0;
  for (;;) {
    const { count } = await queueDue(mail);
    const { taken } = await round();
    sent += taken;
    if (count === 0 && taken === 0) return sent;
  }
}

/** Turns what is to be told, and the digests that are due, into mails. */
async function queueDue({ deps, onFault }: MailDeps): Promise<Told> {
  const told = await tellDue(deps, onFault);
  const digests = await queueDigests(deps, onFault);
  return {
    count: told.count + digests.count,
    isMany: told.isMany && digests.count === 0,
    waitMs: Math.min(told.waitMs, digests.waitMs),
  };
}

export function mailSender(mail: MailDeps): MailSender {
  const { store, clock } = mail.deps;
  let isStopping = false;
  let isFirst = mail.isAlone === true;
  const { round, metrics } = sending(mail, () => isStopping);

  const run = async (): Promise<number> => {
    try {
      if (isFirst) await store.transaction((write) => write.mails.releaseClaims(clock.now()));
      isFirst = false;
      for (;;) {
        const told = await queueDue(mail);
        const { taken, waitMs } = await round();
        const mayRest = told.count === 0 || told.isMany;
        if ((taken === 0 && mayRest) || isStopping) return Math.min(waitMs, told.waitMs, maxWaitMs);
      }
    } catch (error) {
      mail.onFault(error);
      return maxWaitMs;
    }
  };
  const loop = dueLoop(run);
  return {
    ...loop,
    metrics,
    async stop() {
      isStopping = true;
      // A server that hangs would keep the process: what it has is sent again by another, or after the next start.
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, mail.graceMs ?? defaultGraceMs);
      });
      await Promise.race([loop.stop(), grace]);
      clearTimeout(timer);
    },
  };
}

interface Round {
  /** How many mails it took. */
  taken: number;
  /** How long to wait if it took none. */
  waitMs: number;
}

function sending(mail: MailDeps, isStopping: () => boolean) {
  const { deps, pace, maxUnderway, random = Math.random } = mail;
  const { store, clock } = deps;
  const outcomes: Record<MailState, number> = { waiting: 0, sent: 0, failed: 0, dropped: 0 };
  const settle = async (settlements: readonly MailSettlement[]): Promise<void> => {
    const at = clock.now();
    // The same order in every process, so that two of them can't wait for each other.
    const workspaceIds = [...new Set(settlements.map(({ workspaceId }) => workspaceId))].sort();
    const outcomesOf = (id: string) =>
      settlements.flatMap(({ workspaceId, outcome }) => (workspaceId === id ? outcome : []));
    await store.transaction(async (write) => {
      await together(...workspaceIds.map((id) => write.mails.settle(id, outcomesOf(id), at)));
      for (const { workspaceId, outcome, suppression } of settlements) {
        if (suppression === undefined) continue;
        // The person may have been deleted while the mail was under way, and their mails with them: no address comes back.
        const isKept = (await write.mails.find(workspaceId, outcome.id)) !== undefined;
        const { address } = suppression;
        await write.suppressions.add(workspaceId, { ...suppression, address: isKept ? address : null });
      }
    });
    for (const { outcome } of settlements) outcomes[outcome.state] += 1;
  };
  const pause = mailPause(clock);
  const underway = slots(maxUnderway);
  const tools: MailTools = {
    ...mail,
    random,
    slots: underway,
    settle: batched(settle),
    pause,
    isStopping,
  };

  /** Holds queues whose mails were meant to lead to another address: this may be a copy of an installation. */
  const queuesHere = async (): Promise<MailQueue[]> => {
    const queues = await store.read.mails.queues();
    const here = mail.publicUrl();
    const moved = queues.filter(({ heldFor, publicUrl }) => heldFor === null && publicUrl !== here);
    if (moved.length === 0) return queues;
    for (const { workspaceId } of moved)
      await store.transaction((write) => write.mails.hold(workspaceId, 'moved', clock.now()));
    return store.read.mails.queues();
  };

  let seen = { overdueMs: 0, held: 0 };
  const note = (queues: readonly MailQueue[]): void => {
    const now = clock.now();
    seen = {
      overdueMs: queues.reduce((most, { dueAt }) => Math.max(most, now - (dueAt ?? now)), 0),
      held: queues.filter(({ heldFor }) => heldFor !== null).length,
    };
  };

  /** One lot of each workspace that has due mail. */
  const round = async (): Promise<Round> => {
    const queues = await queuesHere();
    note(queues);
    let taken = 0;
    let waitMs = maxWaitMs;
    for (const { workspaceId, dueAt } of queues) {
      if (dueAt === null || isStopping()) continue;
      const untilDueMs = Math.max(dueAt, pause.until() ?? 0) - clock.now();
      if (untilDueMs > 0) {
        waitMs = Math.min(waitMs, untilDueMs);
        continue;
      }
      const room = await pace.take(pause.isTrying() ? 1 : lotSize);
      if (room.count === 0) return { taken, waitMs: Math.min(waitMs, room.waitMs) };
      const claimed = await sendLot(tools, workspaceId, room.count);
      await room.giveBack(room.count - claimed);
      taken += claimed;
    }
    return { taken, waitMs };
  };

  return {
    round,
    metrics: (): MailMetrics => ({
      outcomes,
      underway: underway.underway(),
      blocked: pause.answer(),
      ...seen,
    }),
  };
}
