// Says which webhooks the service has disabled, and why.

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMayAdminister } from '../../../data/session.ts';
import type { Webhook } from '../../../data/settings/webhook-states.ts';
import { IconAlertTriangle } from '../../../parts/icons.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { useFormats } from '../../../parts/text/format.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { nameOf } from './webhook-form.ts';
import { useSwitchState } from './webhook-menu.tsx';

export function DisabledNotice({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { webhooks: texts } = useSettingsTexts();
  const disabled = webhooks.filter(({ disabledReason }) => disabledReason !== null);
  if (disabled.length === 0) return null;
  return (
    <Alert
      mb="lg"
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={texts.disabledTitle(disabled.length, String(disabled.length))}
    >
      <Stack gap="xs">
        <Text size="sm">{texts.disabledText}</Text>
        {disabled.map((webhook) => (
          <DisabledWebhook key={webhook.id} webhook={webhook} />
        ))}
      </Stack>
    </Alert>
  );
}

function DisabledWebhook({ webhook }: { webhook: Webhook }) {
  const { webhooks: texts } = useSettingsTexts();
  const formats = useFormats();
  const mayAdminister = useMayAdminister();
  const enable = useSwitchState(webhook);
  const { disabledReason: reason, disabledAt } = webhook;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" flex="1 1 240px" miw={0}>
        <AnchorLink to="/settings/webhooks/$webhookId" params={{ webhookId: webhook.id }} inherit fw={600}>
          {nameOf(webhook)}
        </AnchorLink>
        <br />
        {reason !== null && texts.disabledReasons[reason]}{' '}
        {disabledAt !== null && formats.dateTime(disabledAt)}
      </Text>
      {mayAdminister && (
        <Button size="compact-sm" variant="default" onClick={enable}>
          {texts.enable}
        </Button>
      )}
    </Group>
  );
}
