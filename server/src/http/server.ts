// The HTTP server on one screen: what happens to a request, in order, and every way out of it.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
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
import type { Console } from '../app/team/console.ts';
import type { Wiring } from '../app/wiring.ts';
import type { KeyMode } from '../domain/api-key.ts';
import type { Attachment, UploadLimits } from '../domain/attachment.ts';
import type { Clock } from '../domain/clock.ts';
import { Failure, type FailureCode, notFound } from '../domain/failure.ts';
import type { MintId } from '../domain/id.ts';
import { shownPath } from '../domain/request-record.ts';
import { fileUrlAt } from '../shapes/attachment.ts';
import { admission, visitorAdmission } from './admission.ts';
import { batches } from './batching.ts';
import { stallMs, watchConnections } from './connections.ts';
import { consoleApi } from './console/index.ts';
import { consolePages } from './console/pages.ts';
import { consoleCookies } from './console-credentials.ts';
import { docs } from './docs.ts';
import { codeOf, noSuchEndpoint, rawAnswer, sendFailure, toFailure } from './failures.ts';
import type { Figures } from './figures.ts';
import { type ReadFile, sendFile } from './files.ts';
import { endAfterAnswer, endsConnection, isEnding, letAnswersArrive } from './lingering.ts';
import { openapiOptions } from './openapi.ts';
import { isOperational, metrics, operations } from './operations.ts';
import type { SendPage } from './public-pages.ts';
import { requestIdOf } from './request-id.ts';
import { v1 } from './v1/index.ts';
import { discardUpload, keepRefusal, sendKept } from './writing.ts';

export interface ServerDeps {
  version: string;
  log: FastifyBaseLogger;
  clock: Clock;
  mintId: MintId;
  access: Access;
  wirings: Record<KeyMode, Wiring>;
  limits: AccessLimits;
  uploads: UploadLimits;
  trustProxy: boolean | string;
  /** 0 for any number. */
  maxConnections: number;
  visitors: Visitors;
  /** How the outside reaches this server, without a slash at the end. */
  publicUrl(): string;
  /** Resolves when the first keys exist. Whoever asks before that waits: a 401 would be wrong a moment later. */
  started: Promise<void>;
  /** Rejects with the reason why this server should not be sent requests. */
  ready(): Promise<void>;
  figures: Figures;
  console: Console;
  /** Where the built pages of the console lie, if they do. */
  pagesDir: string;
  /** Told of every answered request of a key or of somebody who is signed in. */
  noteRequest(request: {
    workspaceId: string;
    /** The key, or the account of the person. */
    callerId: string;
    requestId: string;
    method: string;
    url: string;
    route: string | null;
    status: number;
    durationMs: number;
    errorCode: FailureCode | null;
  }): void;
  findFile(fileKey: string): Promise<Attachment | undefined>;
  readFile: ReadFile;
}

/** Any JSON body fits well below; files come as forms, which have limits of their own. */
const maxJsonBytes = 1024 * 1024;
/** Nothing that we take needs longer to arrive; a slower sender is cut off. */
const maxRequestMs = 15 * 60_000;
/** Ids in a path are judged by us (400), not by the router, up to what a header block can hold. */
const maxParamLength = 16 * 1024;

/** Proxies may send the whole address in place of the path. */
const apiAddress = /^(?:https?:\/\/[^/?]*)?\/v1\//i;

export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const running = batches();
  const cookies = consoleCookies(deps.publicUrl);
  const admit = admission({ ...deps, batches: running, sessions: deps.console.sessions, cookies });
  const admitVisitor = visitorAdmission(deps);
  const pages = consolePages(deps.pagesDir, deps.publicUrl);
  const counted = metrics(deps.figures);
  const names = new WeakMap<IncomingMessage, string>();
  const nameOf = requestIdOf(deps.mintId);
  const noteAnswer = (request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void => {
    const { method, url } = request;
    const route = request.is404 ? null : (request.routeOptions.url ?? null);
    counted.answered(method, request.routeOptions.url ?? 'none', status, elapsedTime / 1000);
    const path = shownPath(url, route);
    const ms = Math.round(elapsedTime * 10) / 10;
    const keyId = request.apiKey?.id;
    const accountId = request.caller?.actor.type === 'person' ? request.caller.actor.id : undefined;
    request.log.info({ method, path, status, ms, keyId, accountId }, 'answered');
    const workspaceId = request.apiKey?.workspaceId ?? request.caller?.workspaceId;
    const callerId = keyId ?? accountId;
    // The parts of a batch are the batch's.
    if (workspaceId === undefined || callerId === undefined || request.isPartOfBatch) return;
    deps.noteRequest({
      workspaceId,
      callerId,
      requestId: request.id,
      method,
      url,
      route,
      status,
      durationMs: elapsedTime,
      errorCode: codeOf(status),
    });
  };
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (message) => {
      const name = nameOf(message);
      names.set(message, name);
      return name;
    },
    trustProxy: deps.trustProxy,
    bodyLimit: maxJsonBytes,
    requestTimeout: maxRequestMs,
    routerOptions: { maxParamLength, ignoreTrailingSlash: true },
    // While stopping, what still arrives on an open connection is answered properly.
    return503OnClosing: false,
    // Node would refuse these itself, without our envelope and request id.
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => {
      if (isEnding(socket)) return;
      if (!socket.writable || (error as { code?: string }).code === 'ECONNRESET')
        return void socket.destroy();
      const requestId = deps.mintId('request');
      // Not the error itself: it holds the bytes that came, a key among them.
      deps.log.info({ requestId, reason: error.code }, 'not understood');
      endAfterAnswer(socket, rawAnswer(protocolFailure(error), requestId));
    },
    frameworkErrors: async (error, request, reply) => {
      reply.headers(onEveryAnswer(request));
      if (endsConnection(request.raw)) reply.header('connection', 'close');
      const isOfApi = apiAddress.test(request.url);
      const admitted = isOfApi ? deps.started.then(() => admit(request, reply)) : Promise.resolve();
      const refusal = await admitted.then(
        () => error,
        (denial: unknown) => denial,
      );
      await sendFailure(refusal, request, reply);
      // No hook runs for these.
      noteAnswer(request, reply);
    },
  }) as unknown as FastifyInstance;

  watchConnections(app.server, {
    limits: { maxConnections: deps.maxConnections, stallMs },
    requestId: (message) => (message && names.get(message)) ?? deps.mintId('request'),
    onRefused: (requestId, reason) => deps.log.info({ requestId, reason }, 'connection refused'),
  });
  letAnswersArrive(app.server);
  // Node would close these connections without a word.
  app.server.on('connect', (message, socket: Socket) =>
    endAfterAnswer(socket, rawAnswer(noSuchEndpoint(), nameOf(message))),
  );
  readJsonBodies(app);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(onEveryAnswer(request));
    refuseOddHost(request);
    if (!isOperational(request)) await deps.started;
  });
  // Who calls has been judged by now: an unknown path is refused without a look at the body.
  app.addHook('preParsing', async (request) => {
    if (request.is404 && !pages.has(request)) throw noSuchEndpoint();
  });
  app.addHook('onSend', async (request, reply) => {
    if (endsConnection(request.raw)) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => noteAnswer(request, reply));
  app.setErrorHandler(async (error, request, reply) => {
    await discardUpload(request);
    try {
      const kept = await keepRefusal(request, toFailure(error));
      if (kept !== undefined) return sendKept(reply, kept);
      await sendFailure(error, request, reply);
    } catch (other) {
      await sendFailure(other, request, reply);
    }
    return reply;
  });
  const sendPage: SendPage = async (request, reply) => {
    await admitVisitor(request, reply);
    return pages.send(request, reply);
  };
  app.setNotFoundHandler(sendPage);
  app.get('/', sendPage);

  await app.register(swagger, openapiOptions(deps.version));
  await app.register(v1, {
    prefix: '/v1',
    ...deps,
    admit,
    batches: running,
    fileUrl: fileUrlAt(deps.publicUrl),
  });
  await app.register(consoleApi, { prefix: '/console/api', ...deps, cookies });
  operations(app, counted, deps.ready);
  app.get<{ Params: { fileKey: string; fileName: string } }>(
    '/files/:fileKey/:fileName',
    async (request, reply) => {
      const { fileKey, fileName } = request.params;
      const file = await deps.findFile(fileKey);
      if (file === undefined || file.fileName !== fileName) throw notFound('File');
      return sendFile(request, reply, file, deps.readFile);
    },
  );
  docs(app, admitVisitor);
  return app;
}

const onEveryAnswer = ({ id }: FastifyRequest) => ({
  'x-request-id': id,
  'x-content-type-options': 'nosniff',
});

/** Of two, a proxy in front may have judged by the other one (RFC 9112 §3.2). One that is none is as bad. */
function refuseOddHost({ raw: { rawHeaders }, headers: { host } }: FastifyRequest): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new Failure('BAD_REQUEST', 'The request has more than one Host header.');
  if (host !== undefined && /[\s,/?#@\\]/.test(host))
    throw new Failure('BAD_REQUEST', 'The Host header is not valid.');
}

/** The only bodies besides forms. An empty one counts as absent: many clients send the header anyway. */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = utf8Text(bytes);
    if (text === undefined) done(new Failure('BAD_REQUEST', 'The body is not valid UTF-8.'));
    else if (text.trim() === '') done(null, undefined);
    else parse(request, text, done);
  });
}

/** Undefined when the bytes are none: put right silently, they would be kept as something nobody sent. */
function utf8Text(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
}

function protocolFailure(error: Error & { code?: string }): Failure {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new Failure('BAD_REQUEST', 'The request headers are too large.');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('BAD_REQUEST', 'The request took too long to arrive.');
  return new Failure('BAD_REQUEST', 'The request is not valid HTTP.');
}
