// Assembles the HTTP server: connection limits, hooks, error handling and routes, in the order a request meets them.

import swagger from '@fastify/swagger';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Access, AccessLimits } from '../app/kernel/access.ts';
import type { Visitors } from '../app/kernel/visitors.ts';
import type { Leaving } from '../app/mail/leaving.ts';
import type { Outbox } from '../app/mail/outbox.ts';
import type { AskForLink } from '../app/site/asked-links.ts';
import type { SiteReading } from '../app/site/reading.ts';
import type { VisitorSessions } from '../app/site/visitor-sessions.ts';
import type { Console } from '../app/team/console.ts';
import type { Wiring } from '../app/wiring.ts';
import type { Attachment, UploadLimits } from '../domain/files/attachment.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { notFound, Overloaded } from '../domain/kernel/failure.ts';
import type { MintId } from '../domain/kernel/id.ts';
import type { PublicHosts, SiteAddresses } from '../domain/site/site.ts';
import type { KeyMode } from '../domain/team/api-key.ts';
import type { AnsweredRequest } from '../domain/team/request-record.ts';
import { fileUrlAt } from '../shapes/files/attachment.ts';
import { admission, secretOf, visitorAdmission } from './access/admission.ts';
import { batches } from './access/batching.ts';
import { consoleCookies } from './access/console-credentials.ts';
import { freshness } from './cache/freshness.ts';
import { consoleApi } from './console/index.ts';
import { consolePages } from './console/pages.ts';
import { stallMs, watchConnections } from './edge/connections.ts';
import { docs } from './edge/docs.ts';
import { type ReadFile, sendAttachment } from './edge/files.ts';
import { endsConnection, letAnswersArrive } from './edge/lingering.ts';
import { didYouMean, type Endpoint } from './edge/nearest-endpoint.ts';
import { answerParserErrors, readJsonBodies, refuseConnectMethod, refuseOddHost } from './edge/protocol.ts';
import { pathOnSites } from './edge/site-hosts.ts';
import type { SendPage } from './edge/static-pages.ts';
import { maxJsonBytes } from './input/large-bodies.ts';
import { noSuchEndpoint, sendFailure, toFailure } from './kernel/failures.ts';
import { isOperational } from './kernel/operational.ts';
import { requestIds } from './kernel/request-id.ts';
import type { LoopClock } from './load/in-flight.ts';
import { Overload } from './load/overload.ts';
import { ShedReport } from './load/shed-report.ts';
import { openapiOptions } from './openapi/options.ts';
import { discardUpload, keepRefusal, sendKept } from './output/writing.ts';
import { sendNotFound } from './public/answers.ts';
import { publicSites } from './public/index.ts';
import { leavingPages } from './public/leaving.ts';
import { type AnsweredLine, answerNotes } from './telemetry/answered.ts';
import type { MetricSources } from './telemetry/metrics.ts';
import { metrics, operations } from './telemetry/operations.ts';
import { v1 } from './v1/index.ts';

export interface ServerDeps {
  version: string;
  log: FastifyBaseLogger;
  logAnswer(line: AnsweredLine): void;
  clock: Clock;
  mintId: MintId;
  access: Access;
  wirings: Record<KeyMode, Wiring>;
  limits: AccessLimits;
  uploads: UploadLimits;
  trustProxy: boolean | string;
  /** 0 means no limit. */
  maxConnections: number;
  visitors: Visitors;
  /** The public address of this server, without a trailing slash. */
  publicUrl(): string;
  publicHosts: PublicHosts;
  siteAddresses: SiteAddresses;
  siteReading: SiteReading;
  visitorSessions: VisitorSessions;
  askForLink: AskForLink;
  leaving: Leaving;
  outbox: Outbox;
  /** Resolves when the first keys exist. Earlier requests wait: a 401 would be wrong a moment later. */
  started: Promise<void>;
  /** Rejects with the reason if this server should not receive requests. */
  ready(): Promise<void>;
  metricSources: MetricSources;
  /** The event loop whose load is watched. */
  loop: LoopClock;
  console: Console;
  /** The directory of the console's built pages, if there is one. */
  pagesDir: string;
  noteRequest(request: AnsweredRequest): void;
  findFile(fileKey: string): Promise<Attachment | undefined>;
  readFile: ReadFile;
}

/** Slower requests are cut off. */
const maxRequestMs = 15 * 60_000;
/** We check IDs in paths ourselves (400); the router must not refuse long ones first. */
const maxParamLength = 16 * 1024;

/** Proxies may send an absolute URL in place of the path. */
const apiAddress = /^(?:https?:\/\/[^/?]*)?\/v1\//i;
const siteAddress = /^\/p\//;

export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const parts = partsOf(deps);
  const app = newApp(deps, parts);
  refuseOverload(app, parts);
  watchSockets(app, deps, parts);
  readJsonBodies(app);
  addHooks(app, deps, parts);
  await addRoutes(app, deps, parts);
  return app;
}

type Parts = ReturnType<typeof partsOf>;

function partsOf(deps: ServerDeps) {
  const running = batches();
  const cookies = consoleCookies(deps.publicUrl);
  const requestIdOf = requestIds(deps.mintId);
  const shed = new ShedReport(deps);
  const counted = metrics(deps.metricSources, shed.totals);
  return {
    batches: running,
    cookies,
    metrics: counted,
    shed,
    overload: new Overload({ loop: deps.loop, requestIdOf, shed }),
    admit: admission({ ...deps, batches: running, sessions: deps.console.sessions, cookies }),
    admitVisitor: visitorAdmission(deps),
    pages: consolePages(deps.pagesDir, deps.publicUrl),
    requestIdOf,
    noteAnswer: answerNotes(deps.logAnswer, counted, deps.noteRequest),
    fresh: freshness(() => `${deps.version} ${deps.publicUrl()} ${JSON.stringify([...deps.publicHosts])}`),
  };
}

function newApp(deps: ServerDeps, { requestIdOf, admit, admitVisitor, noteAnswer }: Parts): FastifyInstance {
  return Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than a log line, and most requests log nothing through it.
    childLoggerFactory: (log) => log,
    genReqId: requestIdOf,
    rewriteUrl: pathOnSites(deps.publicHosts),
    trustProxy: deps.trustProxy,
    // Files are sent as multipart forms, which have their own limits.
    bodyLimit: maxJsonBytes,
    requestTimeout: maxRequestMs,
    routerOptions: { maxParamLength, ignoreTrailingSlash: true },
    // During shutdown, requests on open connections are still handled normally.
    return503OnClosing: false,
    // Node would refuse these itself, without our envelope and request ID.
    http: { requireHostHeader: false },
    clientErrorHandler: answerParserErrors(requestIdOf, deps.log),
    // Fastify runs no hooks for these errors, so this does the work of the hooks.
    frameworkErrors: async (error, request, reply) => {
      nameAnswer(request, reply);
      if (endsConnection(request.raw)) reply.header('connection', 'close');
      const isOfApi = apiAddress.test(request.url);
      const isOfSite = siteAddress.test(request.url);
      const admission = isOfApi ? admit : isOfSite ? admitVisitor : undefined;
      const admitted = admission && deps.started.then(() => admission(request, reply));
      const refusal = await Promise.resolve(admitted).then(
        () => (isOfSite ? undefined : error),
        (denial: unknown) => denial,
      );
      // Whatever is not on a site has the same answer.
      if (refusal === undefined) sendNotFound(reply);
      else await sendFailure(refusal, request, reply);
      noteAnswer(request, reply);
    },
  }) as unknown as FastifyInstance;
}

/** Before everything that listens to requests, so that it runs last of them. */
function refuseOverload(app: FastifyInstance, { overload, shed }: Parts): void {
  overload.standBefore(app.server);
  app.addHook('onClose', async () => shed.stop());
}

function watchSockets(
  app: FastifyInstance,
  { maxConnections, log }: ServerDeps,
  { requestIdOf }: Parts,
): void {
  watchConnections(app.server, {
    limits: { maxConnections, stallMs },
    requestId: requestIdOf,
    onRefused: (requestId, reason) => log.info({ requestId, reason }, 'connection refused'),
  });
  letAnswersArrive(app.server);
  refuseConnectMethod(app, requestIdOf);
}

function addHooks(
  app: FastifyInstance,
  { started }: ServerDeps,
  { pages, noteAnswer, overload }: Parts,
): void {
  app.addHook('onRequest', async (request, reply) => {
    nameAnswer(request, reply);
    refuseOddHost(request);
    if (!isOperational(request)) await started;
  });
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url.startsWith('/v1/')) endpoints.push([String(method), url.slice('/v1'.length)]);
  });
  /** A request with a key is meant for the API, and may lack `/v1`. */
  const hintOf = ({ method, url, headers }: FastifyRequest): string =>
    secretOf(headers) ? didYouMean(endpoints, method, url) : '';
  // After admission: an unknown path is refused without reading the body.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    done(request.is404 && !pages.has(request) ? noSuchEndpoint(hintOf(request)) : null);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (endsConnection(request.raw)) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(request, reply);
    done();
  });
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof Overloaded) overload.noteFullQueue(reply.raw);
    await discardUpload(request);
    const failure = toFailure(error, request);
    try {
      // A 429 doesn't count against the rate limit. One of the limit itself has counted nothing.
      if (failure.code === 'RATE_LIMITED') await request.quota?.refund();
      const kept = await keepRefusal(request, failure);
      if (kept !== undefined) return sendKept(reply, kept);
      await sendFailure(error, request, reply);
    } catch (other) {
      await sendFailure(other, request, reply);
    }
    return reply;
  });
}

async function addRoutes(app: FastifyInstance, deps: ServerDeps, parts: Parts): Promise<void> {
  const { admit, admitVisitor, batches, cookies, pages, fresh } = parts;
  const sendPage: SendPage = async (request, reply) => {
    await admitVisitor(request, reply);
    return pages.send(request, reply);
  };
  app.setNotFoundHandler(sendPage);
  app.get('/', sendPage);

  await app.register(swagger, openapiOptions(deps.version));
  const fileUrl = fileUrlAt(deps.publicUrl);
  await app.register(v1, { prefix: '/v1', ...deps, admit, batches, fresh, fileUrl });
  await app.register(consoleApi, { prefix: '/console/api', ...deps, cookies });
  await app.register(leavingPages, { prefix: '/m', leaving: deps.leaving, admit: admitVisitor });
  await app.register(publicSites, { prefix: '/p', ...deps, admit: admitVisitor });
  operations(app, parts.metrics, deps.ready);
  app.get<{ Params: { fileKey: string; fileName: string } }>(
    '/files/:fileKey/:fileName',
    async (request, reply) => {
      const { fileKey, fileName } = request.params;
      const file = await deps.findFile(fileKey);
      if (file === undefined || file.fileName !== fileName) throw notFound('File');
      return sendAttachment(request, reply, file, deps.readFile);
    },
  );
  docs(app, admitVisitor, deps.publicUrl);
}

/** The headers of every answer. */
const nameAnswer = ({ id }: FastifyRequest, reply: FastifyReply): void =>
  void reply.header('x-request-id', id).header('x-content-type-options', 'nosniff');
