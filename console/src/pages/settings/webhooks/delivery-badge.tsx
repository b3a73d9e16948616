// The state of a delivery.

import { Badge } from '@mantine/core';
import type { Delivery } from '../../../data/settings/webhooks.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';

const colors = { pending: 'gray', retrying: 'orange', succeeded: 'teal', failed: 'red' } as const;

export function DeliveryBadge({ delivery }: { delivery: Pick<Delivery, 'state' | 'attempts'> }) {
  const { webhooks: texts } = useSettingsTexts();
  const state = delivery.state === 'pending' && delivery.attempts > 0 ? 'retrying' : delivery.state;
  return (
    <Badge variant="outline" color={colors[state]} c="inherit" tt="none">
      {texts.states[state]}
    </Badge>
  );
}
