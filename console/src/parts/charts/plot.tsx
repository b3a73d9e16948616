// Counts over time. Plain SVG: a chart library would be the largest part of a page. Pointing at a period, or moving to it
// with the arrow keys, shows its counts in the place of the totals.

import { useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { useFormats } from '../text/format.ts';
import classes from './plot.module.css';
import { axisOf } from './scale.ts';
import { Areas, Bars, type Period, type Shapes } from './shapes.tsx';

type Kind = 'areas' | 'bars';

interface PlotProps<Name extends string> extends Shapes<Name> {
  kind: Kind;
  /** For screen readers; others see the heading of the plot. */
  title: string;
  /** How many periods have their time written below them at most. The last one always has. */
  maxTimes: number;
}

export function Plot<Name extends string>({ kind, title, maxTimes, ...shapes }: PlotProps<Name>) {
  const { common } = useTexts();
  const formats = useFormats();
  const { series, periods, height } = shapes;
  const [index, setIndex] = useState<number>();
  const chosen = index === undefined ? undefined : periods[index];
  const totals = totalsOf(shapes);
  const inWords = (counts: Record<Name, number>) =>
    formats.list(series.map(({ name, label }) => common.labeled(label, formats.number(counts[name]))));
  const axis = axisOf(highestOf(kind, shapes), Math.floor(height / 36));
  return (
    <div className={classes.plot}>
      <Legend series={series} counts={chosen?.counts ?? totals} totals={totals} />
      <div className={classes.axis} aria-hidden>
        {axis.map((value) => (
          <span key={value}>{formats.number(value)}</span>
        ))}
      </div>
      <div className={classes.field} style={{ height }}>
        <Drawing
          {...shapes}
          kind={kind}
          label={common.labeled(title, inWords(totals))}
          axis={axis}
          index={chosen && index}
        />
        <Chooser
          label={title}
          count={periods.length}
          index={index}
          text={chosen && common.labeled(chosen.time, inWords(chosen.counts))}
          onChoose={setIndex}
        />
      </div>
      <Times periods={periods} maxTimes={maxTimes} index={chosen && index} />
    </div>
  );
}

/** Each number has the width of its total, so that choosing a period moves nothing. */
function Legend<Name extends string>(props: {
  series: Shapes<Name>['series'];
  counts: Record<Name, number>;
  totals: Record<Name, number>;
}) {
  const formats = useFormats();
  return (
    <ul className={classes.legend} aria-hidden>
      {props.series.map(({ name, label, color }) => (
        <li key={name}>
          <span className={classes.swatch} style={{ background: color }} />
          {label}
          <span className="tabular" style={{ minWidth: `${formats.number(props.totals[name]).length}ch` }}>
            {formats.number(props.counts[name])}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Drawing<Name extends string>(
  props: Shapes<Name> & {
    kind: Kind;
    label: string;
    axis: readonly number[];
    index: number | undefined;
  },
) {
  const { kind, label, axis, index, ...shapes } = props;
  const { periods, height } = shapes;
  const top = axis.at(-1) ?? 1;
  const Content = kind === 'bars' ? Bars : Areas;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${periods.length} ${height}`} preserveAspectRatio="none">
      {index !== undefined && <rect className={classes.chosen} x={index} width={1} height={height} />}
      {axis.map((value) => {
        const y = height * (1 - value / top);
        return <line key={value} x2={periods.length} y1={y} y2={y} />;
      })}
      <Content {...shapes} top={top} />
    </svg>
  );
}

const totalsOf = <Name extends string>({ series, periods }: Shapes<Name>) =>
  Object.fromEntries(
    series.map(({ name }) => [name, periods.reduce((sum, { counts }) => sum + counts[name], 0)]),
  ) as Record<Name, number>;

function highestOf<Name extends string>(kind: Kind, { series, periods }: Shapes<Name>): number {
  const values = periods.map(({ counts }) => series.map(({ name }) => counts[name]));
  return Math.max(
    ...values.map((each) =>
      kind === 'bars' ? each.reduce((sum, value) => sum + value, 0) : Math.max(...each),
    ),
  );
}

/** An invisible slider over the plot, with the keys and the touch of one. It starts at the last period. */
function Chooser(props: {
  label: string;
  count: number;
  index: number | undefined;
  text: string | undefined;
  onChoose: (index?: number) => void;
}) {
  const { label, count, index, text, onChoose } = props;
  return (
    <input
      type="range"
      className={classes.chooser}
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={count - 1}
      value={index ?? count - 1}
      onChange={({ target }) => onChoose(target.valueAsNumber)}
      onFocus={({ target }) => onChoose(target.valueAsNumber)}
      onBlur={() => onChoose()}
      onMouseMove={({ clientX, currentTarget }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        onChoose(Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count))));
      }}
      onMouseLeave={({ currentTarget }) => currentTarget.matches(':focus-visible') || onChoose()}
    />
  );
}

/** The time of the chosen period, otherwise a few at equal distances. */
function Times<Name extends string>(props: {
  periods: readonly Period<Name>[];
  maxTimes: number;
  index: number | undefined;
}) {
  const { periods, maxTimes, index } = props;
  const last = periods.length - 1;
  const every = Math.max(1, Math.ceil(last / (maxTimes - 1)));
  return (
    <div className={classes.times} aria-hidden>
      {periods.map(({ from, time }, each) => {
        if (index === undefined ? (last - each) % every !== 0 : each !== index) return null;
        const at = `${(each / Math.max(1, last)) * 100}%`;
        return (
          <span key={from} style={{ left: at, translate: `-${at}` }}>
            {time}
          </span>
        );
      })}
    </div>
  );
}
