// Endpoints for operators: liveness, readiness and metrics.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type MetricSources, registerMetrics } from './metrics.ts';
import { requestMetrics } from './request-metrics.ts';
import { type ShedReport, shedReasons } from './shed-report.ts';

export function metrics(sources: MetricSources, shed: Pick<ShedReport, 'total'>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerMetrics(registry, sources);
  registerShed(registry, shed);
  return { registry, answered: requestMetrics(registry) };
}

function registerShed(registry: Registry, shed: Pick<ShedReport, 'total'>): void {
  new Counter({
    name: 'earshot_http_requests_shed_total',
    help: 'Requests refused with 503 because of overload, by reason (loop, queue).',
    labelNames: ['reason'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const reason of shedReasons) this.inc({ reason }, shed.total(reason));
    },
  });
}

export function registerRepeats(registry: Registry, { total }: { total(): number }): void {
  new Counter({
    name: 'earshot_http_requests_repeated_total',
    help: 'Requests answered like the same request before, without routing.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(total());
    },
  });
}

export type Metrics = ReturnType<typeof metrics>;

const paths = new Set(['/healthz', '/readyz', '/metrics']);

/** Served as soon as the server listens, even during startup. */
export const isOperational = ({ routeOptions }: FastifyRequest): boolean => paths.has(routeOptions.url ?? '');

/** The same by the unparsed URL, with or without a query string. */
export const isOperationalUrl = (url = ''): boolean => paths.has(url.replace(/\/?(?:\?.*)?$/s, ''));

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
