// Deleting an object by its id: the same operation for every resource.

import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Caller } from '../../../app/kernel/change.ts';
import type { FailureCode } from '../../../domain/kernel/failure.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { success } from '../../openapi/responses.ts';
import { type Operation, write } from './operation.ts';

export interface Removal {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  /** The name of the object in the documentation, and the prefix of its ids. */
  thing: string;
  prefix: string;
  /** Failures in addition to NOT_FOUND. */
  errors?: FailureCode[];
  /** False if the object has no version, so that If-Match means nothing. */
  conditional?: boolean;
  remove(wiring: FastifyRequest['wiring'], caller: Caller, id: string): Promise<unknown>;
}

export const removal = ({ thing, prefix, errors = [], remove, ...documented }: Removal): Operation =>
  write({
    ...documented,
    params: idParameter(thing, prefix),
    responses: { 200: deletedAnswer(prefix) },
    errors: ['NOT_FOUND', ...errors],
    run: ({ wiring, params }, caller) => remove(wiring, caller, params.id),
    answer: (_, { params }) => ({ data: { id: params.id, deleted: true } }),
  });

export const deletedAnswer = (prefix: string) =>
  success('Deleted.', Type.Ref('Deleted'), { id: `${prefix}_01jz3k8n5yegs9t2w6qv4m7r8c`, deleted: true });
