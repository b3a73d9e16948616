// Overload as part of a run: ten times the requests that the server answers, for lists that no cache helps with and
// for creates. Keeps the worse of both.

import { loadGenerator, overload } from './overload.mjs';
import { say } from './processes.mjs';
import { undisturbed } from './stolen.mjs';
import { rounded } from './turns.mjs';

const times = 10;
const seconds = 5;

/** How many requests per second of each kind the server answered before is in `figures`. */
const kinds = { list: 'page 1', create: 'create' };

export async function measureOverload({ node, data }, figures) {
  const generator = loadGenerator();
  if (generator === undefined) return {};
  const measured = [];
  for (const [kind, scenario] of Object.entries(kinds)) {
    const canTake = figures[scenario]?.perSecond;
    if (canTake === undefined) {
      say(`Overload by ${kind} is skipped: it needs the figure of "${scenario}" from the same run.`);
      continue;
    }
    say(`Measuring overload by ${kind}.`);
    const requestsPerSecond = Math.round(times * canTake);
    const { result, stolen } = await undisturbed(() =>
      overload(generator, { url: node.url, key: data.key, kind, requestsPerSecond, seconds }),
    );
    measured.push({ ...result, stolen: rounded(stolen) });
  }
  if (measured.length === 0) return {};
  const worst = (name) => Math.max(...measured.map((figure) => figure[name]));
  const details = { details: measured };
  return {
    'overload, p99 of accepted requests': { value: worst('acceptedP99Ms'), ...details },
    'overload, back to normal': { value: worst('recoverySeconds'), ...details },
  };
}
