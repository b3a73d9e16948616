// The state of a delivery.

import { Badge } from '@mantine/core';
import type { DeliveryState } from '../../../data/webhooks.ts';
import { useTexts } from '../../../texts/texts.tsx';

const colors: Record<DeliveryState, string> = { pending: 'gray', succeeded: 'teal', failed: 'red' };

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { webhooks: texts } = useTexts().settings;
  return (
    <Badge variant="outline" color={colors[state]} c="inherit" tt="none">
      {texts.states[state]}
    </Badge>
  );
}
