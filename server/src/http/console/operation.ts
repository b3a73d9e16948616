// What an endpoint of the console is made of. One declaration checks the input, types the handler, documents the
// endpoint (`document.ts`) and, through that document, types the calls of the console's pages.

import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { Caller } from '../../app/kernel/change.ts';
import type { Console } from '../../app/team/console.ts';
import type { SignedIn } from '../../app/team/sessions.ts';
import type { UploadLimits } from '../../domain/attachment.ts';
import { toIso } from '../../domain/clock.ts';
import type { ConsoleCookies } from '../console-credentials.ts';
import { checkedBy, expected } from '../validation.ts';
import { readText } from '../vocabulary.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that a request to the console's own endpoints belongs to. */
    signedIn: SignedIn;
  }
}

export interface ConsoleApiOptions {
  console: Console;
  cookies: ConsoleCookies;
  publicUrl(): string;
  uploads: UploadLimits;
}

/** What a handler works with: the checked input, the caller, and everything that the console can do. */
export interface ConsoleCall<
  Params extends TObject = TObject<NoFields>,
  Query extends TObject = TObject<NoFields>,
  Body extends TObject = TObject<NoFields>,
> extends ConsoleApiOptions {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  /** Both only behind the door `signed-in`. */
  caller: Caller;
  signedIn: SignedIn;
  request: FastifyRequest;
  reply: FastifyReply;
}

type NoFields = Record<never, never>;

interface Declared<Params extends TObject, Query extends TObject, Body extends TObject> {
  /** The name of the call in the console. */
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
  /** The data of the answer, without its envelope. */
  answer: Data;
  status?: 200 | 201;
  handler(call: ConsoleCall<Params, Query, Body>): Promise<Static<Data>>;
}

interface DeclaredRedirect<Params extends TObject, Query extends TObject, Body extends TObject>
  extends Declared<Params, Query, Body> {
  /** Answers the URL that the browser is sent to. */
  handler(call: ConsoleCall<Params, Query, Body>): Promise<string>;
}

/** A declared endpoint, whatever its types. */
export interface ConsoleOperation extends Declared<TObject, TObject, TObject> {
  /** Undefined for a redirect. */
  answer: TSchema | undefined;
  status: 200 | 201 | 302;
  run(options: ConsoleApiOptions, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** An endpoint that answers JSON. */
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

/** An endpoint that a browser is sent to, and that sends it on. */
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

/** The value if it fits the schema; nothing at all where none is declared. */
function checked<Schema extends TObject>(schema: Schema | undefined, value: unknown): Static<Schema>;
function checked(schema: TObject | undefined, value: unknown): unknown {
  return schema === undefined ? {} : checkedBy(schema, value);
}

/** The last of several values counts, and a blank one is absent. Text that fits no type is left for the check to refuse. */
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

export const isoOrNull = (instant: number | null): string | null =>
  instant === null ? null : toIso(instant);
