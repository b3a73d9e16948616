// Activity and API requests by day, and posts by status and type.

import type { Insights } from '../../data/settings/records.ts';
import { Plot } from '../../parts/charts/plot.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { InsightCard } from './insight-card.tsx';
import classes from './insights-page.module.css';

export function InsightsCharts({ insights }: { insights: Insights }) {
  const { insights: texts } = useTexts();
  const formats = useFormats();
  const periods = insights.days.map((day) => ({
    from: day.date,
    time: formats.day(day.date),
    // Errors are part of all requests, so that the stacked bar is as high as the number of requests.
    counts: { ...day, succeeded: day.requests - day.errors - day.limited },
  }));
  const series = <Name extends keyof typeof texts.series>(colors: readonly (readonly [Name, string])[]) =>
    colors.map(([name, color]) => ({
      name,
      label: texts.series[name],
      color: `var(--mantine-color-${color})`,
    }));
  return (
    <>
      <InsightCard title={texts.activity}>
        <Plot
          kind="areas"
          title={texts.activity}
          height={220}
          maxTimes={5}
          periods={periods}
          series={series([
            ['votes', 'indigo-5'],
            ['comments', 'teal-5'],
            ['posts', 'orange-5'],
          ])}
        />
      </InsightCard>
      <div className={classes.pair}>
        <InsightCard title={texts.byStatus}>
          <Counts counts={insights.byStatus} />
        </InsightCard>
        <InsightCard title={texts.byType}>
          <Counts counts={insights.byType} />
        </InsightCard>
      </div>
      <InsightCard title={texts.requests}>
        <Plot
          kind="bars"
          title={texts.requests}
          height={180}
          maxTimes={5}
          periods={periods}
          series={series([
            ['succeeded', 'indigo-4'],
            ['errors', 'red-6'],
            ['limited', 'yellow-6'],
          ])}
        />
      </InsightCard>
    </>
  );
}

function Counts({ counts }: { counts: Insights['byStatus'] }) {
  const formats = useFormats();
  const highest = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <ul className={classes.counts}>
      {counts.map(({ id, name, color, count }) => (
        <li key={id}>
          <span>{name}</span>
          <span className={classes.count}>
            <span style={{ width: `${(count / highest) * 100}%`, background: color }} />
            {formats.number(count)}
          </span>
        </li>
      ))}
    </ul>
  );
}
