// Counts answered requests by method, route and status, and their durations by method and route.

import { Counter, Histogram, type Registry } from 'prom-client';

/** Upper bounds in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export type NoteDuration = (method: string, route: string, status: number, seconds: number) => void;

export function requestMetrics(registry: Registry): NoteDuration {
  const counter = new Counter({
    name: 'earshot_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route'] as const,
    buckets,
    registers: [registry],
  });
  return (method, route, status, seconds) => {
    counter.inc({ method, route, status });
    durations.observe({ method, route }, seconds);
  };
}
