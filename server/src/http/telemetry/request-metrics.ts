// Counts answered requests by method, route and status, and their durations by method and route. The metrics library
// hashes all labels for each observation, which takes longer than the rest of recording a request, so these are counted
// here and given to it on each scrape.

import { Counter, type Histogram, type Registry } from 'prom-client';

/** Upper bounds in seconds. */
export const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Tally {
  method: string;
  route: string;
  byStatus: Map<number, number>;
  /** How many took at most the bound at the same index, and longer than the one before it. */
  byBound: number[];
  count: number;
  seconds: number;
}

export type NoteDuration = (method: string, route: string, status: number, seconds: number) => void;

export function requestMetrics(registry: Registry): NoteDuration {
  const byRoute = new Map<string, Map<string, Tally>>();
  const tallies = () => [...byRoute.values()].flatMap((byMethod) => [...byMethod.values()]);
  registerCounts(registry, tallies);
  registerDurations(registry, tallies);

  return (method, route, status, seconds) => {
    const tally = byRoute.get(route)?.get(method) ?? addTally(byRoute, method, route);
    tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] as number)) at += 1;
    if (at < bounds.length) tally.byBound[at] = (tally.byBound[at] as number) + 1;
    tally.count += 1;
    tally.seconds += seconds;
  };
}

function addTally(byRoute: Map<string, Map<string, Tally>>, method: string, route: string): Tally {
  const byMethod = byRoute.get(route) ?? new Map<string, Tally>();
  const tally = { method, route, byStatus: new Map(), byBound: bounds.map(() => 0), count: 0, seconds: 0 };
  byRoute.set(route, byMethod.set(method, tally));
  return tally;
}

function registerCounts(registry: Registry, tallies: () => Tally[]): void {
  new Counter({
    name: 'earshot_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { method, route, byStatus } of tallies())
        for (const [status, count] of byStatus) this.inc({ method, route, status }, count);
    },
  });
}

function registerDurations(registry: Registry, tallies: () => Tally[]): void {
  const name = 'earshot_http_request_duration_seconds';
  const metric = {
    name,
    help: 'Time from a request to the end of its answer.',
    type: 'histogram',
    get: async () => ({ ...metric, values: tallies().flatMap((tally) => samplesOf(name, tally)) }),
  };
  // The registry asks its metrics only for their names and values; the library's histogram takes only single values.
  registry.registerMetric(metric as unknown as Histogram);
}

function samplesOf(name: string, { method, route, byBound, count, seconds }: Tally) {
  const labels = { method, route };
  let sum = 0;
  const buckets = bounds.map((le, at) => {
    sum += byBound[at] as number;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: sum };
  });
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
