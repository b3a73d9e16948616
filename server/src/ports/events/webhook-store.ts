// Storage of webhooks and deliveries.

import type {
  Attempt,
  Delivery,
  DeliveryCount,
  DeliveryQuery,
  NewDelivery,
  Outcome,
} from '../../domain/events/delivery.ts';
import type { Threshold } from '../../domain/events/event.ts';
import type { ActiveWebhook, Webhook, WebhookHealth } from '../../domain/events/webhook.ts';
import type { Instant } from '../../domain/kernel/clock.ts';

export interface WebhookReader {
  find(workspaceId: string, id: string): Promise<Webhook | undefined>;
  /** Oldest first. */
  list(workspaceId: string): Promise<Webhook[]>;
  /** The enabled webhooks of a workspace, oldest first. */
  activeOf(workspaceId: string): Promise<ActiveWebhook[]>;
  /** The health of every webhook of a workspace, by id. Times are those of the newest events. */
  healthOf(workspaceId: string): Promise<Map<string, WebhookHealth>>;
  /** The workspaces that have enabled webhooks. */
  activeWorkspaces(): Promise<string[]>;
}

export interface WebhookWriter extends WebhookReader {
  /** It receives what comes after the position. */
  insert(workspaceId: string, webhook: Webhook, position: number): Promise<void>;
  /** Updates the configuration; the position and the health stay. */
  update(workspaceId: string, webhook: Webhook): Promise<void>;
  /** Its deliveries stay until they are old, but are not visible. */
  remove(workspaceId: string, id: string): Promise<void>;
  /** Moves the position, unless another worker has moved it or the webhook was disabled: then false. */
  advance(workspaceId: string, id: string, from: number, to: number): Promise<boolean>;
  /** Moves the position back; a smaller one stays. */
  rewind(workspaceId: string, id: string, to: number): Promise<void>;
  /** Notes whether attempts succeeded; returns since when all have failed, null if one has not. */
  noteHealth(workspaceId: string, id: string, isHealthy: boolean, at: Instant): Promise<Instant | null>;
}

export interface DeliveryReader {
  /** Newest first; the sort key is the sequence. */
  page(workspaceId: string, webhookId: string, query: DeliveryQuery): Promise<Delivery[]>;
  find(workspaceId: string, webhookId: string, eventId: string): Promise<Delivery | undefined>;
  /** The thresholds that these posts have reached before. */
  thresholdsOf(workspaceId: string, postIds: readonly string[]): Promise<(Threshold & { postId: string })[]>;
  /** The kept attempts, oldest first. */
  attempts(workspaceId: string, webhookId: string, sequence: number): Promise<Attempt[]>;
  /** Counts deliveries of events after this sequence number, at most the newest `take`, by the time they were made. */
  counts(
    workspaceId: string,
    webhookId: string,
    wanted: { after: number; periodMs: number; take: number },
  ): Promise<DeliveryCount[]>;
}

export interface DeliveryWriter extends DeliveryReader {
  /** Makes deliveries due at this time. One that exists already is due again, with all its tries. */
  enqueue(
    workspaceId: string,
    webhookId: string,
    deliveries: readonly NewDelivery[],
    at: Instant,
  ): Promise<void>;
  /** Claims deliveries that are due, the earliest first. Concurrent claims get different ones. */
  claim(workspaceId: string, webhookId: string, claim: ClaimRequest): Promise<Delivery[]>;
  /**
   * Records the outcomes of a webhook's claimed deliveries. A success counts even if the claim is another's by now;
   * anything else only if it still holds.
   */
  settle(workspaceId: string, webhookId: string, outcomes: readonly Outcome[], at: Instant): Promise<void>;
  /** Makes everything that is claimed due at this time. For a process that has the store to itself. */
  releaseClaims(workspaceId: string, at: Instant): Promise<void>;
  /** Records that the post has reached the threshold; false if it had before. */
  reach(workspaceId: string, postId: string, threshold: Threshold): Promise<boolean>;
  /** Deletes a limited number of deliveries from before this time, with their attempts; returns how many. */
  forgetBefore(workspaceId: string, instant: Instant): Promise<number>;
}

export interface ClaimRequest {
  at: Instant;
  /** When they are due again if the claimer dies. */
  until: Instant;
  claim: string;
  take: number;
}
