// What moves: feedback over time, where posts stand, what people vote for now, how the API is used.

import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { type Insights, useInsights } from '../../data/records.ts';
import { lazily } from '../../parts/lazy-component.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Answered } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './insights-page.module.css';
import { KeyTable, Movers, Totals } from './insights-tables.tsx';

const Charts = lazily(async () => (await import('./insights-charts.tsx')).InsightsCharts);

const spans = ['7', '30', '90'] as const;

export function InsightsPage() {
  const { insights: texts, places } = useTexts();
  const [span, setSpan] = useState<(typeof spans)[number]>('30');
  const insights = useInsights(Number(span) as 7 | 30 | 90);
  const choice = (
    <SegmentedControl
      aria-label={texts.span}
      value={span}
      onChange={(value) => setSpan(value as (typeof spans)[number])}
      data={spans.map((value) => ({ value, label: texts.spans[value] }))}
    />
  );
  return (
    <PageFrame title={places.insights} actions={choice}>
      <Answered query={insights} skeleton={<Waiting />}>
        {(data) => <Loaded insights={data} />}
      </Answered>
    </PageFrame>
  );
}

function Loaded({ insights }: { insights: Insights }) {
  return (
    <Stack gap="lg">
      <Totals days={insights.days} />
      <Suspense fallback={<Waiting />}>
        <Charts insights={insights} />
      </Suspense>
      <div className={classes.pair}>
        <Movers movers={insights.movers} />
        <KeyTable keys={insights.byKey} />
      </div>
    </Stack>
  );
}

const Waiting = () => (
  <Stack>
    <Skeleton height={88} radius="md" />
    <Skeleton height={320} radius="md" />
    <Skeleton height={240} radius="md" />
  </Stack>
);
