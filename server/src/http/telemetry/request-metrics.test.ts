import { Counter, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { bounds, requestMetrics } from './request-metrics.ts';

/** The same by the library alone. */
function reference(registry: Registry) {
  const counter = new Counter({
    name: 'earshot_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const histogram = new Histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route'] as const,
    buckets: [...bounds],
    registers: [registry],
  });
  return (method: string, route: string, status: number, seconds: number): void => {
    counter.inc({ method, route, status });
    histogram.observe({ method, route }, seconds);
  };
}

it('shows on each scrape what the library would show', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const notes = [requestMetrics(ours), reference(theirs)];
  const note = (method: string, route: string, status: number, seconds: number) => {
    for (const each of notes) each(method, route, status, seconds);
  };
  expect(await ours.metrics()).toBe(await theirs.metrics());
  for (const seconds of [0, 0.001, 0.0011, 0.25, 10, 11]) note('GET', '/v1/posts', 200, seconds);
  note('GET', '/v1/posts', 304, 0.003);
  note('POST', '/v1/posts', 201, 0.02);
  note('GET', '/v1/posts/:id', 404, 0.5);
  expect(await ours.metrics()).toBe(await theirs.metrics());
  note('POST', '/v1/posts', 201, 3);
  expect(await ours.metrics()).toBe(await theirs.metrics());
  expect(await ours.metrics()).toContain('_count{method="POST",route="/v1/posts"} 2');
});
