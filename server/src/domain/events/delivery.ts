// Deliveries: one event on its way to one webhook.

import type { Instant } from '../kernel/clock.ts';
import type { Slice } from '../kernel/page.ts';
import type { EventType } from './event.ts';

export const deliveryStates = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How people see it: a delivery that failed and is tried again is not just waiting. */
export type DeliveryOutcome = DeliveryState | 'retrying';

export interface Delivery {
  /** The event's sequence number and id. The id names the delivery too. */
  sequence: number;
  eventId: string;
  type: EventType;
  state: DeliveryState;
  /** How many attempts were made, and how many of them since a person last made it due. */
  attempts: number;
  tries: number;
  /** Null unless it is pending. While an attempt is under way, when it would be repeated. */
  nextAttemptAt: Instant | null;
  isUnderway: boolean;
  /** The status of the last answer; null if there was none. */
  lastStatus: number | null;
  createdAt: Instant;
  finishedAt: Instant | null;
}

export type NewDelivery = Pick<Delivery, 'sequence' | 'eventId' | 'type'>;

/** One request and what came of it. */
export interface Attempt {
  at: Instant;
  durationMs: number;
  /** Null if there was no answer. */
  status: number | null;
  /** Why there was none, in one sentence for the developer. */
  error: string | null;
  /** The first 4 KB of the answer. */
  answer: string;
}

export type NumberedAttempt = Attempt & { number: number };

/** How many deliveries of a period are in which state. */
export interface DeliveryCount {
  /** The start of the period. */
  from: Instant;
  outcome: DeliveryOutcome;
  count: number;
}

export interface DeliveryQuery {
  states?: DeliveryState[];
  slice: Slice;
}

/** What became of a claimed delivery. */
export interface Outcome {
  sequence: number;
  claim: string;
  /** Undefined if it was not attempted. */
  attempt: NumberedAttempt | undefined;
  state: DeliveryState;
  nextAttemptAt: Instant | null;
}

/** Attempts of a delivery that are kept. */
export const maxKeptAttempts = 50;
export const maxAnswerBytes = 4096;
export const exchangeMs = 10_000;
/** After this time of nothing but failure, a webhook is disabled. */
export const disabledAfterMs = 5 * 24 * 3_600_000;

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** The receiver asks never to be called again. */
export const isGone = (status: number | null): boolean => status === 410;
