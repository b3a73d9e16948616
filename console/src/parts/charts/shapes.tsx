// What a plot draws: stacked bars, or areas that lie over each other. A period is 1 wide, the heights are in pixels.

import { tallOf } from './scale.ts';

export interface Series<Name extends string> {
  name: Name;
  label: string;
  color: string;
}

/** A day or an hour. */
export interface Period<Name extends string> {
  from: string;
  /** As people read it. */
  time: string;
  counts: Record<Name, number>;
}

export interface Shapes<Name extends string> {
  /** In a bar from the bottom to the top, of areas the first one behind. */
  series: readonly Series<Name>[];
  periods: readonly Period<Name>[];
  height: number;
}

interface Scaled<Name extends string> extends Shapes<Name> {
  /** The value at the upper edge. */
  top: number;
}

const gap = 0.25;

export function Bars<Name extends string>({ series, periods, height, top }: Scaled<Name>) {
  return periods.map(({ from, counts }, index) => {
    let y = height;
    return (
      <g key={from}>
        {series.map(({ name, color }) => {
          const tall = Math.min(y, tallOf(counts[name], top, height));
          y -= tall;
          return <rect key={name} x={index + gap / 2} y={y} width={1 - gap} height={tall} fill={color} />;
        })}
      </g>
    );
  });
}

export function Areas<Name extends string>({ series, periods, height, top }: Scaled<Name>) {
  return series.map(({ name, color }) => {
    const points = periods.map(({ counts }, index) => `${index + 0.5},${height * (1 - counts[name] / top)}`);
    const floor = [`${periods.length - 0.5},${height}`, `0.5,${height}`];
    return (
      <g key={name}>
        <polygon points={[...points, ...floor].join(' ')} fill={color} fillOpacity={0.15} />
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke={color}
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </g>
    );
  });
}
