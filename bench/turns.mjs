// Measurements in alternating rounds, so that other load on the machine affects all of them alike: A B A B A B.

import { say } from './processes.mjs';

/**
 * `own` is compared with each of `limits`. The share is the median of the rounds' own ratios; the lowest and the
 * highest show how quiet the machine was.
 */
export async function inTurns(own, limits, { seconds, rounds, warmUpSeconds }) {
  const measurements = { own, ...limits };
  // The limits warm up in their first round, which the median leaves out.
  await own(warmUpSeconds);
  const measured = Object.fromEntries(Object.keys(measurements).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, measure] of Object.entries(measurements)) measured[name].push(await measure(seconds));
  const rates = (name) => measured[name].map(({ perSecond }) => perSecond);
  const ofLimits = Object.keys(limits).map((name) => {
    const shares = rates(name).map((rate, round) => rates('own')[round] / rate);
    return [
      name,
      {
        perSecond: rounded(median(rates(name))),
        share: rounded(median(shares)),
        lowest: rounded(Math.min(...shares)),
        highest: rounded(Math.max(...shares)),
      },
    ];
  });
  const latencies = measured.own.flatMap(({ p99Ms }) => p99Ms ?? []);
  return {
    perSecond: rounded(median(rates('own'))),
    ...(latencies.length > 0 && { p99Ms: rounded(median(latencies)) }),
    limits: Object.fromEntries(ofLimits),
  };
}

/** The figures of a measurement, or why it failed: then the others are still measured. */
export async function attempted(measure) {
  try {
    return await measure();
  } catch (error) {
    say(`It failed: ${error.message}`);
    return { failed: error.message.split('\n')[0] };
  }
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Three significant digits: more would be noise. */
export const rounded = (value) => Number(value.toPrecision(3));
