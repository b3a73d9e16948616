// The HTTP server on one screen: what happens to a request, in order, and every way out of it.

import type { Server } from 'node:http';
import type { Readable } from 'node:stream';
import swagger from '@fastify/swagger';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Access, AccessLimits } from '../app/access.ts';
import type { Wiring } from '../app/wiring.ts';
import type { KeyMode } from '../domain/api-key.ts';
import type { Attachment, UploadLimits } from '../domain/attachment.ts';
import type { Clock } from '../domain/clock.ts';
import { Failure, notFound } from '../domain/failure.ts';
import type { MintId } from '../domain/id.ts';
import { admission } from './admission.ts';
import { docs } from './docs.ts';
import { noSuchEndpoint, rawAnswer, sendFailure } from './failures.ts';
import { type FileRange, sendFile } from './files.ts';
import { openapiOptions } from './openapi.ts';
import { metrics, operations } from './operations.ts';
import { requestIdOf } from './request-id.ts';
import { v1 } from './v1/index.ts';

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
  /** How the outside reaches this server, without a slash at the end. */
  publicUrl(): string;
  ready(): Promise<void>;
  findFile(fileKey: string): Promise<Attachment | undefined>;
  readFile(fileKey: string, range?: FileRange): Promise<Readable | undefined>;
}

/** Any JSON body fits well below; files come as forms, which have limits of their own. */
const maxJsonBytes = 1024 * 1024;
/** Nothing that we take needs longer to arrive; a slower sender is cut off. */
const maxRequestMs = 15 * 60_000;
/** Ids in a path are judged by us (400), not by the router, up to what a header block can hold. */
const maxParamLength = 16 * 1024;

export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const admit = admission(deps);
  const counted = metrics();
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf(deps.mintId),
    trustProxy: deps.trustProxy,
    bodyLimit: maxJsonBytes,
    requestTimeout: maxRequestMs,
    routerOptions: { maxParamLength, ignoreTrailingSlash: true },
    // While stopping, what still arrives on an open connection is answered properly.
    return503OnClosing: false,
    // Node would refuse these itself, without our envelope and request id.
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable || (error as { code?: string }).code === 'ECONNRESET')
        return void socket.destroy();
      socket.end(rawAnswer(protocolFailure(error), deps.mintId('request')));
    },
    frameworkErrors: async (error, request, reply) => {
      reply.header('x-request-id', request.id);
      const refusal = await admit(request, reply).then(
        () => error,
        (denial: unknown) => denial,
      );
      await sendFailure(request.url.startsWith('/v1/') ? refusal : error, request, reply);
    },
  }) as unknown as FastifyInstance;

  app.server.on('checkExpectation', (message, response) => app.server.emit('request', message, response));
  readJsonBodies(app);

  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    counted.answered(method, route, reply.statusCode, reply.elapsedTime / 1000);
    const { statusCode: status, elapsedTime: ms } = reply;
    const [path] = request.url.split('?', 1);
    request.log.info(
      { method, path, status, ms: Math.round(ms * 10) / 10, keyId: request.caller?.keyId },
      'answered',
    );
  });
  app.setErrorHandler(async (error, request, reply) => {
    await discardUpload(request);
    await sendFailure(error, request, reply);
    return reply;
  });
  app.setNotFoundHandler(() => {
    throw noSuchEndpoint();
  });

  await app.register(swagger, openapiOptions(deps.version));
  await app.register(v1, { prefix: '/v1', ...deps, admit, fileUrl: fileUrl(deps.publicUrl) });
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
  docs(app);
  return app;
}

const fileUrl = (publicUrl: () => string) => (attachment: Attachment) =>
  `${publicUrl()}/files/${attachment.fileKey}/${encodeURIComponent(attachment.fileName)}`;

/** The only bodies besides forms. An empty one counts as absent: many clients send the header anyway. */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.trim() === '') done(null, undefined);
    else parse(request, text, done);
  });
}

async function discardUpload(request: FastifyRequest): Promise<void> {
  try {
    await request.upload?.discard();
  } catch (error) {
    request.log.error({ err: error }, 'staged files could not be removed');
  }
}

function protocolFailure(error: Error & { code?: string }): Failure {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new Failure('BAD_REQUEST', 'The request headers are too large.');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('BAD_REQUEST', 'The request took too long to arrive.');
  return new Failure('BAD_REQUEST', 'The request is not valid HTTP.');
}

export const httpServerOf = (app: FastifyInstance): Server => app.server as Server;
