// The deliveries of the last day by hours, or of the last month by days, as stacked bars. Plain SVG: the chart library
// would be the largest part of the page.

import { Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { type DeliveryPeriod, type HealthRange, useWebhookPeriods } from '../../../data/settings/webhooks.ts';
import { QueryResult } from '../../../parts/states/states.tsx';
import { useFormats } from '../../../parts/text/format.ts';
import { useTexts } from '../../../texts/texts.tsx';
import classes from './webhooks.module.css';

const ranges = ['day', 'month'] as const;
/** From the bottom of a bar to its top. */
const outcomes = ['succeeded', 'pending', 'retrying', 'failed'] as const;
type Outcome = (typeof outcomes)[number];

const height = 80;
const step = 12;
const gap = 3;

export function DeliveryPlot({ webhookId }: { webhookId: string }) {
  const { webhooks: texts } = useTexts().settings;
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
  const { settings, common } = useTexts();
  const { webhooks: texts } = settings;
  const formats = useFormats();
  const countOf = (counts: Record<Outcome, number>) =>
    outcomes.map((name) => common.labeled(texts.states[name], formats.number(counts[name])));
  const total = (name: Outcome) => periods.reduce((sum, period) => sum + period[name], 0);
  const totals = Object.fromEntries(outcomes.map((name) => [name, total(name)])) as Record<Outcome, number>;
  const label = common.labeled(texts.charts[range], formats.list(countOf(totals)));
  const highest = Math.max(
    1,
    ...periods.map((period) => outcomes.reduce((sum, name) => sum + period[name], 0)),
  );
  const timeOf = ({ from }: DeliveryPeriod) =>
    range === 'day' ? formats.dateTime(from) : formats.day(from.slice(0, 10));
  const [first, last] = [periods[0], periods.at(-1)];
  return (
    <>
      <svg
        className={classes.plot}
        role="img"
        aria-label={label}
        viewBox={`0 0 ${periods.length * step} ${height}`}
        preserveAspectRatio="none"
      >
        <title>{label}</title>
        {periods.map((period, index) => (
          <g key={period.from} transform={`translate(${index * step} 0)`}>
            <title>{[timeOf(period), ...countOf(period)].join('\n')}</title>
            <rect className={classes.ground} width={step - gap} height={height} />
            {partsOf(period, highest).map(({ name, y, tall }) => (
              <rect key={name} data-outcome={name} y={y} width={step - gap} height={tall} />
            ))}
          </g>
        ))}
      </svg>
      {first !== undefined && last !== undefined && (
        <Group justify="space-between" mt={4} aria-hidden>
          <Text size="xs" c="dimmed">
            {timeOf(first)}
          </Text>
          <Text size="xs" c="dimmed">
            {timeOf(last)}
          </Text>
        </Group>
      )}
      <ul className={classes.legend} aria-hidden>
        {outcomes.map((name) => (
          <li key={name}>
            <span className={classes.swatch} data-outcome={name} />
            {texts.states[name]} {formats.number(totals[name])}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The parts of a bar that are not empty. A single delivery among many is visible too. */
function partsOf(period: DeliveryPeriod, highest: number): { name: Outcome; y: number; tall: number }[] {
  const smallest = 2;
  let top = height;
  return outcomes.flatMap((name) => {
    if (period[name] === 0) return [];
    const tall = Math.min(top, Math.max(smallest, (period[name] / highest) * height));
    top -= tall;
    return { name, y: top, tall };
  });
}
