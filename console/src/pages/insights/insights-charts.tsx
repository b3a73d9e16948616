// The plots. Loaded on this page alone, since the chart library is the heaviest part of the console.

import '@mantine/charts/styles.layer.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Insights } from '../../data/records.ts';
import { useFormats } from '../../parts/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './insights-page.module.css';

export function InsightsCharts({ insights }: { insights: Insights }) {
  const { insights: texts } = useTexts();
  const formats = useFormats();
  const days = insights.days.map((day) => ({ ...day, date: formats.day(day.date) }));
  const shared = { dataKey: 'date', data: days, withLegend: true, valueFormatter: formats.number } as const;
  const series = (names: readonly (readonly [keyof typeof texts.series, string])[]) =>
    names.map(([name, color]) => ({ name, label: texts.series[name], color }));
  return (
    <>
      <Card title={texts.activity}>
        <AreaChart
          {...shared}
          h={280}
          curveType="monotone"
          withDots={false}
          series={series([
            ['votes', 'indigo.5'],
            ['comments', 'teal.5'],
            ['posts', 'orange.5'],
          ])}
        />
      </Card>
      <div className={classes.pair}>
        <Card title={texts.byStatus}>
          <Counts counts={insights.byStatus} label={texts.series.posts} />
        </Card>
        <Card title={texts.byType}>
          <Counts counts={insights.byType} label={texts.series.posts} />
        </Card>
      </div>
      <Card title={texts.requests}>
        <BarChart
          {...shared}
          h={240}
          type="stacked"
          series={series([
            ['requests', 'indigo.4'],
            ['errors', 'red.6'],
            ['limited', 'yellow.6'],
          ])}
        />
      </Card>
    </>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className={classes.card} style={{ margin: 0 }}>
      <Title order={2} size="h3" component="figcaption" mb="md">
        {title}
      </Title>
      {children}
    </figure>
  );
}

function Counts(props: {
  counts: readonly { id: string; name: string; color: string; count: number }[];
  label: string;
}) {
  const formats = useFormats();
  return (
    <BarChart
      h={Math.max(140, props.counts.length * 40)}
      orientation="vertical"
      dataKey="name"
      data={props.counts.map(({ name, count, color }) => ({ name, count, color }))}
      series={[{ name: 'count', label: props.label, color: 'indigo.5' }]}
      valueFormatter={formats.number}
      yAxisProps={{ width: 110 }}
      gridAxis="x"
      maxBarWidth={22}
    />
  );
}
