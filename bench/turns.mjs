// Measurements in alternating rounds, so that other load on the machine affects all of them alike: A B A B A B.

import { say } from './processes.mjs';
import { undisturbed } from './stolen.mjs';

/**
 * `own` is compared with each of `limits`. The share is the median of the rounds' own ratios; the lowest and the
 * highest show how quiet the machine was. `stolen` is what others took of the processors' time in the worst round.
 */
export async function inTurns(own, limits, { seconds, rounds, warmUpSeconds }) {
  const measurements = { own, ...limits };
  // The limits warm up in their first round, which the median leaves out.
  await own(warmUpSeconds);
  const inTurn = async () => {
    const round = {};
    for (const [name, measure] of Object.entries(measurements)) round[name] = await measure(seconds);
    return round;
  };
  const measured = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await undisturbed(inTurn));
  const rates = (name) => measured.map(({ result }) => result[name].perSecond);
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
  const latencies = measured.flatMap(({ result }) => result.own.p99Ms ?? []);
  return {
    perSecond: rounded(median(rates('own'))),
    ...(latencies.length > 0 && { p99Ms: rounded(median(latencies)) }),
    limits: Object.fromEntries(ofLimits),
    stolen: rounded(Math.max(...measured.map(({ stolen }) => stolen))),
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
