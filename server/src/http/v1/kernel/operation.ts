// What a route of the API is made of: how it is documented, what its body must look like, and what it does.

import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import type { Upload } from '../../../app/files/uploads.ts';
import { Failure, type FailureCode } from '../../../domain/failure.ts';
import type { Bulk } from '../../charging.ts';
import { decodeForm, type JsonObjectSchema, receiveForm } from '../../multipart.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a form, until the answer to the request decides whether they stay. */
    upload: Upload | undefined;
  }
}

export interface Operation {
  schema: FastifySchema & { operationId: string; summary: string; tags: string[] };
  /** The failures of its own, beside those that any operation can answer with. */
  errors: readonly FailureCode[];
  handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  /** Takes multipart/form-data too: files under these names, the other fields as this schema says. */
  form?: { schema: JsonObjectSchema; fileFields: readonly string[] };
  /** The answer depends on more than the workspace's data, so that its revision cannot stand for it. */
  untagged?: boolean;
  /** The list in its body that it is charged for. */
  bulk?: Bulk;
  /** Whether it takes If-Match. A PATCH, PUT or DELETE does unless it says otherwise here, a POST does not. */
  conditional?: boolean;
}

export const jsonBody = (schema: TSchema) => ({ content: { 'application/json': { schema } } });

export const jsonOrFormBody = (schema: TSchema, form: TSchema) => ({
  content: { 'application/json': { schema }, 'multipart/form-data': { schema: form } },
});

/** Before validation: a form becomes the body it stands for; where forms are not taken, it is refused. */
export const readForm = (form: Operation['form']) => async (request: FastifyRequest) => {
  // Schemas go by content type: without a body the one for JSON says what is missing.
  if (request.body == null) request.headers['content-type'] ??= 'application/json';
  if (!request.isForm) return;
  if (form === undefined) {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'This endpoint does not take a body of this content type.');
  }
  request.upload = request.wiring.uploads.start();
  const fields = await receiveForm(request, request.upload, form.fileFields);
  request.body = decodeForm(fields, form.schema);
};

export const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
