// An operation of the API as a table: how it is documented, what it takes and what it does. Handlers are typed by the
// schemas that judge and document a request.

import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { Upload } from '../../../app/files/uploads.ts';
import type { Caller } from '../../../app/kernel/change.ts';
import { Failure, type FailureCode } from '../../../domain/failure.ts';
import { fileFields } from '../../../shapes/attachment.ts';
import { decodeForm, receiveForm } from '../../multipart.ts';
import type { Bulk } from '../../request-cost.ts';
import type { Query } from '../../vocabulary.ts';
import { answerWrite, type Written } from '../../writing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a form, until the answer to the request decides whether they stay. */
    upload: Upload | undefined;
  }
}

interface Documented<Params extends TSchema, Body extends TSchema> {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  params?: Params;
  /** Documents the query string, which is never judged: it has a forgiving grammar of its own. */
  query?: TProperties;
  /** A named shape: the document refers to it. */
  body?: Body;
  /** The same body as multipart/form-data, with files. */
  form?: TObject;
  responses: Record<number, object>;
  /** Named shapes, beside its bodies, that no other file adds to the document. */
  shapes?: readonly TSchema[];
  /** The failures of its own, beside those that every operation of its method can answer with. */
  errors: readonly FailureCode[];
  /** The answer depends on more than the workspace's data, so that its revision cannot stand for it. */
  untagged?: boolean;
  /** The list in its body that it is charged for. */
  bulk?: Bulk;
  /** Whether it takes If-Match. A PATCH, PUT or DELETE does unless it says otherwise here, a POST does not. */
  conditional?: boolean;
}

/** A request as the schemas of its operation say. */
export type ApiRequest<Params = unknown, Body = unknown> = FastifyRequest & {
  params: Params;
  query: Query;
  body: Body;
};

export interface Declaration<Params extends TSchema, Body extends TSchema> extends Documented<Params, Body> {
  handler(request: ApiRequest<Static<Params>, Static<Body>>, reply: FastifyReply): Promise<unknown>;
}

/** A declaration as routes need it. */
export interface Operation {
  schema: FastifySchema;
  /** The named shapes that it adds to the document. */
  shapes: readonly TSchema[];
  errors: readonly FailureCode[];
  form: TObject | undefined;
  bulk: Bulk | undefined;
  untagged: boolean | undefined;
  conditional: boolean | undefined;
  handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

export function operation<Params extends TSchema = TSchema, Body extends TSchema = TSchema>(
  declared: Declaration<Params, Body>,
): Operation {
  const { operationId, summary, description, tags, params, query, body, form, responses } = declared;
  const { shapes = [], errors, bulk, untagged, conditional, handler } = declared;
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
      ...(body && { body: { content } }),
      response: responses,
    },
    shapes: [...(body ? [body] : []), ...(form ? [form] : []), ...shapes],
    errors,
    form,
    bulk,
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

/** An operation that writes: runs once under an Idempotency-Key, however often it is sent. */
export const write = <Params extends TSchema = TSchema, Body extends TSchema = TSchema, Result = unknown>({
  run,
  answer,
  ...documented
}: WriteDeclaration<Params, Body, Result>): Operation =>
  operation<Params, Body>({
    ...documented,
    handler: (request, reply) =>
      answerWrite(
        request,
        reply,
        (caller) => run(request, caller),
        (result) => answer(result, request),
      ),
  });

/** Before validation: a form becomes the body it stands for; where forms are not taken, it is refused. */
export const readForm = (form: TObject | undefined) => async (request: FastifyRequest) => {
  // Schemas go by content type: without a body the one for JSON says what is missing.
  if (request.body == null) request.headers['content-type'] ??= 'application/json';
  if (!request.isForm) return;
  if (form === undefined) {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'This endpoint does not take a body of this content type.');
  }
  request.upload = request.wiring.uploads.start();
  const fields = await receiveForm(request, request.upload, fileFields);
  request.body = decodeForm(fields, form);
};

export const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** The fields of a valid body that its schema declares; anything else the client sent is dropped. */
export function declaredIn<Schema extends TObject>(schema: Schema, body: Static<Schema>): Static<Schema> {
  const declared = Object.entries(body).filter(([name]) => Object.hasOwn(schema.properties, name));
  return Object.fromEntries(declared) as Static<Schema>;
}
