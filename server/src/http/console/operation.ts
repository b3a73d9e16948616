// Declares a console endpoint. One declaration validates the input, types the handler, documents the endpoint
// (`document.ts`) and, through that document, types the console's API calls.

import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { Caller } from '../../app/kernel/change.ts';
import type { Outbox } from '../../app/mail/outbox.ts';
import type { SiteReading } from '../../app/site/reading.ts';
import type { Console } from '../../app/team/console.ts';
import type { SignedIn } from '../../app/team/sessions.ts';
import type { Wiring } from '../../app/wiring.ts';
import type { UploadLimits } from '../../domain/files/attachment.ts';
import type { SiteAddresses } from '../../domain/site/site.ts';
import type { KeyMode } from '../../domain/team/api-key.ts';
import type { ConsoleCookies } from '../access/console-credentials.ts';
import { checkedBy, expected } from '../input/validation.ts';
import { readText } from '../input/vocabulary.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of a request to the console's own endpoints. */
    signedIn: SignedIn;
  }
}

export interface ConsoleApiOptions {
  wirings: Record<KeyMode, Wiring>;
  console: Console;
  cookies: ConsoleCookies;
  siteAddresses: SiteAddresses;
  publicUrl(): string;
  siteReading: SiteReading;
  outbox: Outbox;
  uploads: UploadLimits;
}

/** The argument of a handler: the validated input, the caller and the console's use cases. */
export interface ConsoleCall<
  Params extends TObject = TObject<NoFields>,
  Query extends TObject = TObject<NoFields>,
  Body extends TObject = TObject<NoFields>,
> extends ConsoleApiOptions {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  /** Both are set only for the door `signed-in`. */
  caller: Caller;
  signedIn: SignedIn;
  request: FastifyRequest;
  reply: FastifyReply;
}

type NoFields = Record<never, never>;

interface Declared<Params extends TObject, Query extends TObject, Body extends TObject> {
  /** The name of the generated function in the console. */
  operationId: string;
  summary: string;
  params?: Params;
  /** Each parameter is optional: a string, an integer or a boolean. */
  query?: Query;
  body?: Body;
}

interface DeclaredCall<
  Params extends TObject,
  Query extends TObject,
  Body extends TObject,
  Data extends TSchema,
> extends Declared<Params, Query, Body> {
  /** The schema of `data` in the response. */
  answer: Data;
  status?: 200 | 201;
  handler(call: ConsoleCall<Params, Query, Body>): Promise<Static<Data>>;
}

interface DeclaredRedirect<Params extends TObject, Query extends TObject, Body extends TObject>
  extends Declared<Params, Query, Body> {
  /** Returns the URL to redirect to. */
  handler(call: ConsoleCall<Params, Query, Body>): Promise<string>;
}

interface DeclaredStream<Params extends TObject, Query extends TObject, Body extends TObject>
  extends Declared<Params, Query, Body> {
  /** The media type of the response. */
  type: string;
  handler(call: ConsoleCall<Params, Query, Body>): Promise<Readable>;
}

/** A declared endpoint with its types erased. */
export interface ConsoleOperation extends Declared<TObject, TObject, TObject> {
  /** Undefined for a redirect or a stream. */
  answer: TSchema | undefined;
  /** The media type of a stream. */
  streams?: string;
  status: 200 | 201 | 302;
  run(options: ConsoleApiOptions, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** An endpoint that responds with JSON. */
export const operation = <
  Data extends TSchema,
  Params extends TObject = TObject<NoFields>,
  Query extends TObject = TObject<NoFields>,
  Body extends TObject = TObject<NoFields>,
>({
  handler,
  status = 200,
  ...declared
}: DeclaredCall<Params, Query, Body, Data>): ConsoleOperation => ({
  ...declared,
  status,
  async run(options, request, reply) {
    reply.code(status);
    return { data: await handler(checkedCall(declared, options, request, reply)) };
  },
});

/** An endpoint that redirects the browser. */
export const redirect = <
  Params extends TObject = TObject<NoFields>,
  Query extends TObject = TObject<NoFields>,
  Body extends TObject = TObject<NoFields>,
>({
  handler,
  ...declared
}: DeclaredRedirect<Params, Query, Body>): ConsoleOperation => ({
  ...declared,
  answer: undefined,
  status: 302,
  run: async (options, request, reply) =>
    reply.redirect(await handler(checkedCall(declared, options, request, reply))),
});

/** An endpoint whose response goes on until the client or the server ends it. */
export const stream = <
  Params extends TObject = TObject<NoFields>,
  Query extends TObject = TObject<NoFields>,
  Body extends TObject = TObject<NoFields>,
>({
  handler,
  type,
  ...declared
}: DeclaredStream<Params, Query, Body>): ConsoleOperation => ({
  ...declared,
  answer: undefined,
  status: 200,
  streams: type,
  async run(options, request, reply) {
    const body = await handler(checkedCall(declared, options, request, reply));
    return reply.type(type).send(body);
  },
});

function checkedCall<Params extends TObject, Query extends TObject, Body extends TObject>(
  declared: Declared<Params, Query, Body>,
  options: ConsoleApiOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): ConsoleCall<Params, Query, Body> {
  const { caller, signedIn } = request;
  const params = checked(declared.params, request.params);
  const query = checked(declared.query, queryValues(declared.query, request.query));
  const body = checked(declared.body, request.body);
  return { ...options, params, query, body, caller, signedIn, request, reply };
}

/** The validated value; an empty object if no schema is declared. */
function checked<Schema extends TObject>(schema: Schema | undefined, value: unknown): Static<Schema>;
function checked(schema: TObject | undefined, value: unknown): unknown {
  return schema === undefined ? {} : checkedBy(schema, value);
}

/** The last value wins, and a blank one counts as absent. Validation refuses values of the wrong type later. */
function queryValues(schema: TObject | undefined, query: unknown): Record<string, unknown> {
  const given = new Map<string, unknown>(Object.entries(query ?? {}));
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    const text = readText(given.get(name))?.trim();
    if (text) values[name] = 'type' in property && property.type !== 'string' ? scalarOf(text) : text;
  }
  return values;
}

const scalarOf = (text: string): unknown => {
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isNaN(Number(text)) ? text : Number(text);
};

/** An ID in a path. */
export const idParams = Type.Object({
  id: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,64}$',
    [expected]: '1 to 64 letters, digits, hyphens and underscores',
  }),
});

export const tokenParams = Type.Object({ token: Type.String() });
