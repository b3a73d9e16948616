// The deliveries of webhooks, and changes to webhooks.

import type { BodyOf, Delivery, WebhookWithSecret } from '@earshot/client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { earshot } from '../client.ts';
import { type ConsoleShapes, callConsole } from '../console-api.ts';
import { sessionQuery } from '../session.ts';
import { webhooksKey } from './webhook-states.ts';

export type { Delivery, WebhookWithSecret };
export type DeliveryPeriod = ConsoleShapes['DeliveryPeriod'];
export type DeliveryState = Delivery['state'];
export type WebhookFields = BodyOf<'createWebhook'>;
export type WebhookEdits = BodyOf<'updateWebhook'>;
export type HealthRange = 'day' | 'month';

export const useWebhookPeriods = (id: string, range: HealthRange) =>
  useQuery({
    queryKey: [...webhooksKey, id, 'periods', range],
    queryFn: async ({ signal }) =>
      (await callConsole('getWebhookPeriods', { path: { id }, query: { range }, signal })).periods,
    refetchInterval: 3_000,
  });

export const useDeliveries = (id: string, state: DeliveryState | undefined) =>
  useInfiniteQuery({
    queryKey: [...webhooksKey, id, 'deliveries', state ?? 'all'],
    queryFn: async ({ pageParam, signal }): Promise<{ items: Delivery[]; next: string | null }> => {
      const filters = state === undefined ? {} : { state };
      return earshot.webhooks.deliveries(id, { filters, limit: 50, after: pageParam, signal }).page();
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // New deliveries appear as they are made, as long as only the first page is shown.
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? 3_000 : false),
  });

export const useDelivery = (id: string, deliveryId: string) =>
  useQuery({
    queryKey: [...webhooksKey, id, 'delivery', deliveryId],
    queryFn: async ({ signal }) => earshot.webhooks.delivery(id, deliveryId, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' ? 3_000 : false),
  });

/** The body as it is sent; null if it is not kept any more. */
export const usePayload = (id: string, deliveryId: string) =>
  useQuery({
    queryKey: [...webhooksKey, id, 'payload', deliveryId],
    queryFn: async ({ signal }) =>
      (await callConsole('getDeliveryPayload', { path: { id, deliveryId }, signal })).body,
  });

function useWebhookChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    // A secret must not stay in memory with the mutation.
    gcTime: 0,
    onSuccess: () => {
      // It says whether a webhook is disabled.
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: webhooksKey });
    },
  });
}

export const useCreateWebhook = () =>
  useWebhookChange(async (fields: WebhookFields) => earshot.webhooks.create(fields));

export const useUpdateWebhook = () =>
  useWebhookChange(async ({ id, ...edits }: WebhookEdits & { id: string }) =>
    earshot.webhooks.update(id, edits),
  );

export const useRotateSecret = () =>
  useWebhookChange(async (id: string) => earshot.webhooks.rotateSecret(id));

export const useTestWebhook = () => useWebhookChange(async (id: string) => earshot.webhooks.test(id));

export const useReplay = () =>
  useWebhookChange(async ({ id, since }: { id: string; since: string }) =>
    earshot.webhooks.replay(id, { since }),
  );

export const useRedeliver = () =>
  useWebhookChange(async ({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) =>
    earshot.webhooks.redeliver(webhookId, deliveryId),
  );

/** Doesn't wait for the list, and reads nothing else of the deleted webhook: its page is still shown for a moment. */
export const useDeleteWebhook = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => earshot.webhooks.delete(id),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: webhooksKey, exact: true });
    },
  });
};
