// Insights: activity over time, posts by status and type, trending posts, API usage.

import '../../parts/mantine-later.css';
import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Insights, useInsights } from '../../data/settings/records.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { QueryResult } from '../../parts/states/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { InsightsCharts } from './insights-charts.tsx';
import classes from './insights-page.module.css';
import { KeyTable, Movers, Totals } from './insights-tables.tsx';

const ranges = ['7', '30', '90'] as const;

export function InsightsPage() {
  const { insights: texts, places } = useTexts();
  const [range, setRange] = useState<(typeof ranges)[number]>('30');
  const insights = useInsights(Number(range) as 7 | 30 | 90);
  const choice = (
    <SegmentedControl
      aria-label={texts.range}
      value={range}
      onChange={(value) => setRange(value as (typeof ranges)[number])}
      data={ranges.map((value) => ({ value, label: texts.ranges[value] }))}
    />
  );
  return (
    <PageFrame title={places.insights} actions={choice}>
      <QueryResult query={insights} skeleton={<Waiting />}>
        {(data) => <Loaded insights={data} />}
      </QueryResult>
    </PageFrame>
  );
}

function Loaded({ insights }: { insights: Insights }) {
  return (
    <Stack gap="lg">
      <Totals days={insights.days} />
      <InsightsCharts insights={insights} />
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
