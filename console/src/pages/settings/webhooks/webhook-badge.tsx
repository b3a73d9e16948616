// Whether a webhook is enabled, failing or disabled.

import { Badge } from '@mantine/core';
import type { WebhookState } from '../../../data/settings/webhook-states.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function WebhookBadge({ state }: { state: WebhookState }) {
  const { webhooks: texts } = useSettingsTexts();
  const [color, text] = !state.webhook.enabled
    ? ['gray', texts.disabled]
    : state.failingSince !== null
      ? ['orange', texts.failing]
      : ['teal', texts.enabled];
  return (
    <Badge variant="outline" color={color} c="inherit" tt="none" flex="none">
      {text}
    </Badge>
  );
}
