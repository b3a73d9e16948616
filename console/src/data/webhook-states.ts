// Webhooks of the workspace with their health. Apart from the rest of webhooks, because every page reads it.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { type AnswerOf, type ConsoleShapes, callConsole } from './console-api.ts';
import { useMayAdminister } from './session.ts';

export type WebhookState = ConsoleShapes['WebhookState'];
export type Webhook = WebhookState['webhook'];
/** A type of event that can be chosen. */
export type EventChoice = AnswerOf<'listWebhookStates'>['eventTypes'][number];

export const webhooksKey = ['webhooks'] as const;
const minute = 60_000;

const statesQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: ({ signal }) => callConsole('listWebhookStates', { signal }),
});

/** Deliveries change the health, but not the workspace's revision: it is read again regularly. */
export const useWebhookStates = () => useQuery({ ...statesQuery, refetchInterval: 3_000 });

/** Whether the service has disabled a webhook. Asked only for people who can enable it again. */
export function useHasDisabledWebhook(): boolean {
  const mayAdminister = useMayAdminister();
  const { data } = useQuery({ ...statesQuery, enabled: mayAdminister, staleTime: minute });
  return data?.webhooks.some(({ webhook }) => webhook.disabledReason !== null) ?? false;
}
