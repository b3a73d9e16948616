// Webhooks of the workspace with their health.

import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, type ConsoleShapes, callConsole } from '../console-api.ts';

export type WebhookState = ConsoleShapes['WebhookState'];
export type Webhook = WebhookState['webhook'];
/** A type of event that can be chosen. */
export type EventChoice = AnswerOf<'listWebhookStates'>['eventTypes'][number];

export const webhooksKey = ['webhooks'] as const;

/** Deliveries change the health, but not the workspace's revision: it is read again regularly. */
export const useWebhookStates = () =>
  useQuery({
    queryKey: webhooksKey,
    queryFn: ({ signal }) => callConsole('listWebhookStates', { signal }),
    refetchInterval: 3_000,
  });
