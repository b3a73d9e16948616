// One webhook: its health, and the log of its deliveries.

import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMayAdminister } from '../../../data/session.ts';
import {
  type EventChoice,
  useWebhookStates,
  type WebhookState,
} from '../../../data/settings/webhook-states.ts';
import { IconArrowLeft, IconSend } from '../../../parts/icons.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import frame from '../../../parts/page-frame.module.css';
import { usePageTitle } from '../../../parts/page-frame.tsx';
import { NotFoundPage } from '../../../parts/states/error-page.tsx';
import { QueryResult } from '../../../parts/states/states.tsx';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { DeliveryPlot } from './delivery-plot.tsx';
import { DisabledNotice } from './disabled-notice.tsx';
import { useSummary } from './use-summary.ts';
import { WebhookBadge } from './webhook-badge.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { nameOf } from './webhook-form.ts';
import { useSendTest, WebhookMenu } from './webhook-menu.tsx';
import classes from './webhooks.module.css';

const route = getRouteApi('/shell/settings/webhooks/$webhookId');

export function WebhookPage() {
  const { webhooks: texts } = useSettingsTexts();
  const { webhookId } = route.useParams();
  const states = useWebhookStates();
  const state = states.data?.webhooks.find(({ webhook }) => webhook.id === webhookId);
  usePageTitle(state && nameOf(state.webhook));
  if (states.data !== undefined && state === undefined) return <NotFoundPage />;
  return (
    <div className={frame.page} data-width="wide">
      <AnchorLink to="/settings/webhooks" className={frame.back}>
        <IconArrowLeft size={16} aria-hidden />
        {texts.title}
      </AnchorLink>
      <QueryResult query={states}>
        {({ eventTypes }) =>
          state !== undefined && (
            <Stack gap="lg">
              <Head state={state} choices={eventTypes} />
              <DeliveryPlot webhookId={webhookId} />
              <DeliveryLog webhookId={webhookId} />
            </Stack>
          )
        }
      </QueryResult>
    </div>
  );
}

function Head({ state, choices }: { state: WebhookState; choices: readonly EventChoice[] }) {
  const { webhooks: texts } = useSettingsTexts();
  const formats = useFormats();
  const navigate = useNavigate();
  const mayAdminister = useMayAdminister();
  const { webhook } = state;
  const summary = useSummary(webhook);
  const sendTest = useSendTest(webhook);
  const { previousSecretExpiresAt: overlapsUntil } = webhook;
  const isOverlapping = overlapsUntil !== null && Date.parse(overlapsUntil) > Date.now();
  return (
    <div>
      <DisabledNotice webhooks={[webhook]} />
      <Group justify="space-between" align="start" gap="sm">
        <Box flex="1 1 280px" miw={0}>
          <div className={classes.title}>
            <Title order={1}>{nameOf(webhook)}</Title>
            <WebhookBadge state={state} />
          </div>
          {webhook.description !== '' && (
            <Text className={surface.mono} c="dimmed" mt={4}>
              {webhook.url}
            </Text>
          )}
          <Text size="sm" c="dimmed" mt={4}>
            {summary}
          </Text>
          {isOverlapping && (
            <Text size="sm" c="dimmed">
              {texts.overlapping(formats.dateTime(overlapsUntil))}
            </Text>
          )}
        </Box>
        {mayAdminister && (
          <Group gap="xs">
            {webhook.enabled && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconSend size={14} aria-hidden />}
                onClick={sendTest}
              >
                {texts.test}
              </Button>
            )}
            <WebhookMenu
              webhook={webhook}
              choices={choices}
              onDeleted={() => void navigate({ to: '/settings/webhooks' })}
            />
          </Group>
        )}
      </Group>
      <Box mt="md">
        <WebhookFacts state={state} />
      </Box>
    </div>
  );
}
