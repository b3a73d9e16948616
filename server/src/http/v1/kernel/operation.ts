// Declares an API operation: documentation, input and handler. The schemas that validate and document a request also
// type its handler.

import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { Upload } from '../../../app/files/uploads.ts';
import type { Caller } from '../../../app/kernel/change.ts';
import { Failure, type FailureCode } from '../../../domain/kernel/failure.ts';
import { type CollectedFaults, collectFaults, maxFaults } from '../../../domain/kernel/faults.ts';
import { fileFields } from '../../../shapes/files/attachment.ts';
import type { Bulk } from '../../access/request-cost.ts';
import { decodeForm, receiveForm } from '../../input/multipart.ts';
import { withPlaceholders } from '../../input/placeholders.ts';
import { type QueryWords, queryWords } from '../../input/query-words.ts';
import type { Query } from '../../input/vocabulary.ts';
import { unsupportedBody } from '../../kernel/failures.ts';
import { answerWrite, type Written } from '../../output/writing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The uploaded files of a form, kept or discarded depending on the outcome of the request. */
    upload: Upload | undefined;
  }
}

export interface Receiving {
  /** The fields that take files. */
  fields: readonly string[];
  /** Runs before the files are read, and may refuse them. */
  start(request: FastifyRequest): Promise<Upload> | Upload;
}

const asAttachments: Receiving = {
  fields: fileFields,
  start: ({ wiring }) => wiring.uploads.start(),
};

interface Documented<Params extends TSchema, Body extends TSchema> {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  params?: Params;
  /** Documents the query string. Parameters that it does not list are ignored, and named to the client. */
  query?: TProperties;
  /** A named shape, which the OpenAPI document references. */
  body?: Body;
  /** The same body as multipart/form-data, with files. Without a body, it takes forms only. */
  form?: TObject;
  /** How the form's files are received; by default as attachments. */
  receiving?: Receiving;
  responses: Record<number, object>;
  /** Named shapes, other than its bodies, to add to the document. */
  shapes?: readonly TSchema[];
  /** Fields of its answer that a replay leaves out: secrets that are shown once. */
  shownOnce?: readonly string[];
  /** Failures in addition to those of every operation with its method. */
  errors: readonly FailureCode[];
  /** The response depends on more than the workspace's data, so it has no ETag. */
  untagged?: boolean;
  /** The list in its body that counts toward the rate limit. */
  bulk?: Bulk;
  /** The title that it compares with those of other posts. A batch searches for it before its transaction. */
  comparedTitle?: ComparedTitle;
  /** Whether its handler reports the invalid fields of the schema, together with those it finds itself. */
  collects?: boolean;
  /** Whether it accepts If-Match. By default PATCH, PUT and DELETE do, and POST does not. */
  conditional?: boolean;
}

/** Reads it from an unchecked request. */
export type ComparedTitle = (asked: { query: Query; body: unknown }) => unknown;

/** A request typed by the schemas of its operation. */
export type ApiRequest<Params = unknown, Body = unknown> = FastifyRequest & {
  params: Params;
  query: Query;
  body: Body;
};

export interface Declaration<Params extends TSchema, Body extends TSchema> extends Documented<Params, Body> {
  handler(request: ApiRequest<Static<Params>, Static<Body>>, reply: FastifyReply): Promise<unknown>;
}

/** A declaration in the form that routes need. */
export interface Operation {
  schema: FastifySchema;
  /** The named shapes that it adds to the document. */
  shapes: readonly TSchema[];
  shownOnce: readonly string[];
  errors: readonly FailureCode[];
  body: TSchema | undefined;
  form: TObject | undefined;
  receiving: Receiving;
  bulk: Bulk | undefined;
  comparedTitle: ComparedTitle | undefined;
  collects: boolean;
  queryWords: QueryWords;
  untagged: boolean | undefined;
  conditional: boolean | undefined;
  /** Set if its path names the object by something other than its id. */
  locate?: (request: FastifyRequest) => Promise<void>;
  handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

export function operation<Params extends TSchema = TSchema, Body extends TSchema = TSchema>(
  declared: Declaration<Params, Body>,
): Operation {
  const { operationId, summary, description, tags, params, query, body, form, responses } = declared;
  const {
    shapes = [],
    shownOnce = [],
    errors,
    bulk,
    comparedTitle,
    receiving = asAttachments,
    collects = false,
    untagged,
    conditional,
    handler,
  } = declared;
  const content = {
    ...(body && { 'application/json': { schema: body } }),
    ...(form && { 'multipart/form-data': { schema: form } }),
  };
  return {
    schema: {
      operationId,
      summary,
      tags,
      ...(description !== undefined && { description }),
      ...(params && { params }),
      ...(query && { querystring: Type.Object(query) }),
      ...((body ?? form) && { body: { content } }),
      response: responses,
    },
    shapes: [...(body ? [body] : []), ...(form ? [form] : []), ...shapes],
    shownOnce,
    errors,
    body,
    form,
    receiving,
    bulk,
    comparedTitle,
    collects,
    queryWords: queryWords(query),
    untagged,
    conditional,
    handler,
  };
}

interface WriteDeclaration<Params extends TSchema, Body extends TSchema, Result>
  extends Documented<Params, Body> {
  run(request: ApiRequest<Static<Params>, Static<Body>>, caller: Caller): Promise<Result>;
  answer(result: Result, request: ApiRequest<Static<Params>, Static<Body>>): Written;
}

/** A write operation. With an Idempotency-Key it runs only once. One answer names every invalid field. */
export const write = <Params extends TSchema = TSchema, Body extends TSchema = TSchema, Result = unknown>({
  run,
  answer,
  ...documented
}: WriteDeclaration<Params, Body, Result>): Operation =>
  operation<Params, Body>({
    ...documented,
    collects: true,
    handler: (request, reply) =>
      answerWrite(
        request,
        reply,
        (caller) =>
          collecting(request, documented, async (faults) => {
            // Not before: a replay must not need the object, which may be gone by then.
            await request.routeOptions.config.locate?.(request);
            return run(request, Object.assign({}, caller, { faults }));
          }),
        (result) => {
          const written = answer(result, request);
          const { shownOnce } = documented;
          return shownOnce === undefined ? written : { ...written, kept: without(shownOnce, written.data) };
        },
      ),
  });

/** An answer as it is kept for replays. */
export const without = (names: readonly string[], data: unknown): object =>
  Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => !names.includes(name)));

/** Runs `work` on what is valid in the body, then fails if anything was invalid, by schema or by content. */
export async function collecting<T>(
  request: FastifyRequest,
  { body, form }: { body?: TSchema; form?: TObject },
  work: (faults: CollectedFaults) => Promise<T>,
): Promise<T> {
  const refused = detailsOf(request.validationError);
  const schema = request.isForm ? form : body;
  const given = request.body;
  if (refused.length > 0 && schema !== undefined) request.body = withPlaceholders(schema, request.body);
  const faults = collectFaults(refused);
  try {
    const result = await work(faults);
    faults.throwAny();
    return result;
  } catch (error) {
    // A stored failure is bound to the body that was sent.
    request.body = given;
    throw faults.insteadOf(error);
  }
}

const detailsOf = (refusal: unknown) => (refusal instanceof Failure ? (refusal.details ?? []) : []);

/** Ends a request that its schema has refused, unless the handler can find more invalid fields to report. */
export const refuseInvalid = (collects: boolean) => async (request: FastifyRequest) => {
  const { validationError } = request;
  if (validationError === undefined) return;
  const known = detailsOf(validationError).length;
  if (!collects || known === 0 || known >= maxFaults) throw validationError;
};

/** Runs before validation: decodes a form into the body, or refuses it if the operation accepts no forms. */
export const readForm =
  ({ body, form, receiving }: Pick<Operation, 'body' | 'form' | 'receiving'>) =>
  async (request: FastifyRequest) => {
    if (request.isForm ? form === undefined : form !== undefined && body === undefined)
      throw unsupportedBody(request);
    // Schemas are selected by content type. Without a body, the JSON schema reports the missing fields.
    if (request.body == null) request.headers['content-type'] ??= 'application/json';
    if (!request.isForm || form === undefined) return;
    request.upload = await receiving.start(request);
    const fields = await receiveForm(request, request.upload, receiving.fields);
    request.body = decodeForm(fields, form);
  };

export const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** The body without fields that its schema does not declare. They can be many, so the declared ones are picked. */
export function declaredIn<Schema extends TObject>(schema: Schema, body: Static<Schema>): Static<Schema> {
  const known: Static<Schema> = Object.create(Object.prototype);
  for (const name of Object.keys(schema.properties))
    if (Object.hasOwn(body, name)) Reflect.set(known, name, Reflect.get(body, name));
  return known;
}
