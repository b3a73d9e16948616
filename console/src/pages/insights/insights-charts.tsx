// The charts. Loaded on this page only, because the chart library is the largest part of the console.

import '@mantine/charts/styles.layer.css';
import { AreaChart, BarChart } from '@mantine/charts';
import type { Insights } from '../../data/settings/records.ts';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { InsightCard } from './insight-card.tsx';
import classes from './insights-page.module.css';

export function InsightsCharts({ insights }: { insights: Insights }) {
  const { insights: texts } = useTexts();
  const formats = useFormats();
  const days = insights.days.map((day) => ({
    ...day,
    date: formats.day(day.date),
    // Errors are part of all requests, so that the stacked bar is as high as the number of requests.
    succeeded: day.requests - day.errors - day.limited,
  }));
  const shared = {
    dataKey: 'date',
    data: days,
    withLegend: true,
    valueFormatter: formats.number,
    xAxisProps: { interval: 'equidistantPreserveStart', minTickGap: 16 },
    yAxisProps: { allowDecimals: false },
  } as const;
  const series = (names: readonly (readonly [keyof typeof texts.series, string])[]) =>
    names.map(([name, color]) => ({ name, label: texts.series[name], color }));
  return (
    <>
      <InsightCard title={texts.activity}>
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
      </InsightCard>
      <div className={classes.pair}>
        <InsightCard title={texts.byStatus}>
          <Counts counts={insights.byStatus} label={texts.series.posts} />
        </InsightCard>
        <InsightCard title={texts.byType}>
          <Counts counts={insights.byType} label={texts.series.posts} />
        </InsightCard>
      </div>
      <InsightCard title={texts.requests}>
        <BarChart
          {...shared}
          h={240}
          type="stacked"
          series={series([
            ['succeeded', 'indigo.4'],
            ['errors', 'red.6'],
            ['limited', 'yellow.6'],
          ])}
        />
      </InsightCard>
    </>
  );
}

function Counts(props: {
  counts: readonly { id: string; name: string; color: string; count: number }[];
  label: string;
}) {
  const formats = useFormats();
  return (
    <BarChart
      h={Math.max(120, props.counts.length * 36)}
      orientation="vertical"
      dataKey="name"
      data={props.counts.map(({ name, count, color }) => ({ name, count, color }))}
      series={[{ name: 'count', label: props.label, color: 'indigo.5' }]}
      valueFormatter={formats.number}
      yAxisProps={{ width: 110 }}
      // The number next to each bar replaces the axis.
      withXAxis={false}
      withBarValueLabel
      valueLabelProps={{ position: 'right' }}
      barChartProps={{ margin: { right: 48 } }}
      gridAxis="none"
      maxBarWidth={20}
      barProps={{ radius: 4 }}
    />
  );
}
