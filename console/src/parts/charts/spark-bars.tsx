// 24 hours as small bars.

import { tallOf } from './scale.ts';
import classes from './spark-bars.module.css';

const height = 24;
const step = 6;

export function SparkBars({ values, label }: { values: readonly number[]; label: string }) {
  const highest = Math.max(1, ...values);
  return (
    <svg
      className={classes.bars}
      role="img"
      aria-label={label}
      width={values.length * step}
      height={height}
      viewBox={`0 0 ${values.length * step} ${height}`}
    >
      <title>{label}</title>
      {[...values.entries()].map(([hour, value]) => {
        const tall = Math.max(1, tallOf(value, highest, height));
        return (
          <rect
            key={hour}
            x={hour * step}
            y={height - tall}
            width={step - 2}
            height={tall}
            rx={1}
            data-empty={value === 0}
          />
        );
      })}
    </svg>
  );
}
