// The deliveries of the last day by hours, or of the last month by days, as stacked bars.

import { Group, SegmentedControl, Skeleton, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { type DeliveryPeriod, type HealthRange, useWebhookPeriods } from '../../../data/settings/webhooks.ts';
import { Plot } from '../../../parts/charts/plot.tsx';
import { QueryResult } from '../../../parts/states/states.tsx';
import { useFormats } from '../../../parts/text/format.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import classes from './webhooks.module.css';

const ranges = ['day', 'month'] as const;

const colors = {
  succeeded: 'var(--mantine-color-teal-6)',
  pending: 'var(--mantine-color-gray-5)',
  retrying: 'var(--mantine-color-orange-6)',
  failed: 'var(--mantine-color-red-7)',
};
const outcomes = ['succeeded', 'pending', 'retrying', 'failed'] as const;

const height = 80;

export function DeliveryPlot({ webhookId }: { webhookId: string }) {
  const { webhooks: texts } = useSettingsTexts();
  const id = useId();
  const [range, setRange] = useState<HealthRange>('day');
  const periods = useWebhookPeriods(webhookId, range);
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} id={id}>
          {texts.health}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={texts.range}
          value={range}
          onChange={(value) => setRange(value as HealthRange)}
          data={ranges.map((value) => ({ value, label: texts.ranges[value] }))}
        />
      </Group>
      <QueryResult query={periods} skeleton={<Skeleton height={height} radius="md" />}>
        {(data) => <Bars periods={data} range={range} />}
      </QueryResult>
    </section>
  );
}

function Bars({ periods, range }: { periods: readonly DeliveryPeriod[]; range: HealthRange }) {
  const { webhooks: texts } = useSettingsTexts();
  const formats = useFormats();
  return (
    <Plot
      kind="bars"
      title={texts.charts[range]}
      height={height}
      maxTimes={2}
      series={outcomes.map((name) => ({ name, label: texts.states[name], color: colors[name] }))}
      periods={periods.map((period) => ({
        from: period.from,
        time: range === 'day' ? formats.hour(period.from) : formats.day(period.from.slice(0, 10)),
        counts: period,
      }))}
    />
  );
}
