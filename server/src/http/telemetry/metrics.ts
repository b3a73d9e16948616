// Metrics of disk, database, limiter and workers. Read on each scrape, from memory or one cheap system call: no
// queries, nothing that grows with the data.

import { Counter, Gauge, type Registry } from 'prom-client';

export interface MetricSources {
  /** Whether this process counts rate limits alone because Redis is unavailable. */
  isLimiterDegraded(): boolean;
  /** Free space for the data directory; undefined if unknown. */
  freeDiskBytes(): Promise<number | undefined>;
  store(): Promise<{
    connections: { use: string; busy: number; idle: number; waiting: number }[];
    diskBytes?: { database: number; log: number };
  }>;
  sweeps: {
    swept(): Readonly<Record<string, number>>;
    failures(): number;
    lastSuccessAt(): number | undefined;
  };
  /** Scheduled changelogs that are due but could not be published. */
  overdueChangelogs(): number;
  deliveries(): {
    /** Attempts since startup, by what came of them. */
    attempts: Readonly<Record<string, number>>;
    /** Requests to receivers that are being sent, and those that wait because too many are. */
    underway: number;
    waiting: number;
    /** Webhooks whose due deliveries were not being sent when they were last looked at. */
    dueWebhooks: number;
  };
  /** Absent if mail is not set up. */
  mail?(): MailMetrics;
  /** The jobs of this process since startup, by kind. */
  jobs(): Readonly<Record<string, { running: number; finished: number; failed: number }>>;
}

interface MailMetrics {
  /** Since startup, by what came of them; `waiting` are attempts that are repeated. */
  outcomes: Readonly<Record<string, number>>;
  underway: number;
  /** What the server said if it refuses us. */
  blocked: string | undefined;
  /** How long the oldest due mail had been waiting when the queues were last looked at. */
  overdueMs: number;
  /** Workspaces whose notices were held then. */
  held: number;
}

export function registerMetrics(registry: Registry, sources: MetricSources): void {
  limiterMetrics(registry, sources);
  diskMetrics(registry, sources);
  connectionMetrics(registry, sources);
  workerMetrics(registry, sources);
  deliveryMetrics(registry, sources);
  mailMetrics(registry, sources);
  jobMetrics(registry, sources);
}

function limiterMetrics(registry: Registry, { isLimiterDegraded }: MetricSources): void {
  new Gauge({
    name: 'earshot_limiter_degraded',
    help: '1 while this process counts rate limits alone because Redis is unavailable, else 0.',
    registers: [registry],
    collect() {
      this.set(isLimiterDegraded() ? 1 : 0);
    },
  });
}

function diskMetrics(registry: Registry, { freeDiskBytes, store }: MetricSources): void {
  new Gauge({
    name: 'earshot_disk_free_bytes',
    help: 'Free space on the file system of the data directory.',
    labelNames: ['directory'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const free = await freeDiskBytes();
      if (free !== undefined) this.set({ directory: 'data' }, free);
    },
  });
  new Gauge({
    name: 'earshot_database_disk_bytes',
    help: 'Size of the embedded database file and of its write-ahead log.',
    labelNames: ['file'] as const,
    registers: [registry],
    async collect() {
      const { diskBytes } = await store();
      if (diskBytes === undefined) return;
      this.set({ file: 'database' }, diskBytes.database);
      this.set({ file: 'wal' }, diskBytes.log);
    },
  });
}

function connectionMetrics(registry: Registry, { store }: MetricSources): void {
  new Gauge({
    name: 'earshot_database_connections',
    help: 'Database connections, by use (read, write) and state (busy, idle).',
    labelNames: ['use', 'state'] as const,
    registers: [registry],
    async collect() {
      for (const { use, busy, idle } of (await store()).connections) {
        this.set({ use, state: 'busy' }, busy);
        this.set({ use, state: 'idle' }, idle);
      }
    },
  });
  new Gauge({
    name: 'earshot_database_waiting',
    help: 'Queries and transactions waiting for a database connection, by use.',
    labelNames: ['use'] as const,
    registers: [registry],
    async collect() {
      for (const { use, waiting } of (await store()).connections) this.set({ use }, waiting);
    },
  });
}

const msPerSecond = 1_000;

function workerMetrics(registry: Registry, { sweeps, overdueChangelogs }: MetricSources): void {
  new Counter({
    name: 'earshot_swept_total',
    help: 'Objects removed by the sweeper of this process, by kind.',
    labelNames: ['kind'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, count] of Object.entries(sweeps.swept())) this.inc({ kind }, count);
    },
  });
  new Counter({
    name: 'earshot_sweep_failures_total',
    help: 'Failed sweeps of this process.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(sweeps.failures());
    },
  });
  new Gauge({
    name: 'earshot_sweep_last_success_timestamp_seconds',
    help: 'Time of the last successful sweep of this process; 0 before the first.',
    registers: [registry],
    collect() {
      this.set((sweeps.lastSuccessAt() ?? 0) / msPerSecond);
    },
  });
  new Gauge({
    name: 'earshot_changelogs_overdue',
    help: 'Scheduled changelogs that were due at the last check of this process but could not be published.',
    registers: [registry],
    collect() {
      this.set(overdueChangelogs());
    },
  });
}

function deliveryMetrics(registry: Registry, { deliveries }: MetricSources): void {
  new Counter({
    name: 'earshot_webhook_attempts_total',
    help: 'Attempts of this process to deliver to webhooks, by outcome (succeeded, refused, unanswered).',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(deliveries().attempts)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'earshot_webhook_requests',
    help: 'Requests of this process to webhooks, by state (underway, waiting for others to end).',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { underway, waiting } = deliveries();
      this.set({ state: 'underway' }, underway);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'earshot_webhooks_due',
    help: 'Webhooks with due deliveries that were not being sent at the last check of this process.',
    registers: [registry],
    collect() {
      this.set(deliveries().dueWebhooks);
    },
  });
}

function mailMetrics(registry: Registry, { mail }: MetricSources): void {
  if (mail === undefined) return;
  new Counter({
    name: 'earshot_mails_total',
    help: 'Mails that this process took, by outcome (sent, failed, dropped, waiting to be tried again).',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(mail().outcomes)) this.inc({ outcome }, count);
    },
  });
  const gauge = (name: string, help: string, value: (read: MailMetrics) => number): void =>
    void new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(value(mail()));
      },
    });
  gauge('earshot_mails_underway', 'Mails that this process is sending.', ({ underway }) => underway);
  gauge('earshot_mail_blocked', '1 while the mail server refuses this process, else 0.', ({ blocked }) =>
    Number(blocked !== undefined),
  );
  gauge(
    'earshot_mail_overdue_seconds',
    'How long the oldest due mail had been waiting at the last check of this process.',
    ({ overdueMs }) => overdueMs / msPerSecond,
  );
  gauge(
    'earshot_mail_held_workspaces',
    'Workspaces whose notices waited for an admin at the last check of this process.',
    ({ held }) => held,
  );
}

function jobMetrics(registry: Registry, { jobs }: MetricSources): void {
  new Counter({
    name: 'earshot_jobs_total',
    help: 'Jobs that this process has ended, by kind and outcome (finished, failed).',
    labelNames: ['kind', 'outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, { finished, failed }] of Object.entries(jobs())) {
        this.inc({ kind, outcome: 'finished' }, finished);
        this.inc({ kind, outcome: 'failed' }, failed);
      }
    },
  });
  new Gauge({
    name: 'earshot_jobs_running',
    help: 'Jobs that this process is working on, by kind.',
    labelNames: ['kind'] as const,
    registers: [registry],
    collect() {
      for (const [kind, { running }] of Object.entries(jobs())) this.set({ kind }, running);
    },
  });
}
