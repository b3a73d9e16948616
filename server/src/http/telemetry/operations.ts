// Endpoints for operators: liveness, readiness and metrics.

import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type MetricSources, registerMetrics } from './metrics.ts';
import { requestMetrics } from './request-metrics.ts';

export function metrics(sources: MetricSources, shed: Readonly<Record<string, number>>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerMetrics(registry, sources);
  registerShed(registry, shed);
  return { registry, answered: requestMetrics(registry) };
}

function registerShed(registry: Registry, totals: Readonly<Record<string, number>>): void {
  new Counter({
    name: 'earshot_http_requests_shed_total',
    help: 'Requests refused with 503 because of overload, by reason (loop, queue).',
    labelNames: ['reason'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [reason, total] of Object.entries(totals)) this.inc({ reason }, total);
    },
  });
}

export type Metrics = ReturnType<typeof metrics>;

export function operations(app: FastifyInstance, { registry }: Metrics, ready: () => Promise<void>): void {
  countConnections(app, registry);
  app.get('/healthz', async () => ({ data: { status: 'ok' } }));
  app.get('/readyz', async () => {
    await ready();
    return { data: { status: 'ready' } };
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

/** Counts connections on all addresses: every listener emits on this server. */
function countConnections({ server }: FastifyInstance, registry: Registry): void {
  const open = new Gauge({
    name: 'earshot_http_connections',
    help: 'Connections of clients that are open.',
    registers: [registry],
  });
  server.on('connection', (socket) => {
    open.inc();
    socket.once('close', () => open.dec());
  });
}
