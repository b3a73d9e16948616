// Deleting one thing by its id: the same operation for every resource.

import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Caller } from '../../../app/kernel/change.ts';
import type { FailureCode } from '../../../domain/failure.ts';
import { idParameter } from '../../../shapes/common.ts';
import { success } from '../../answers.ts';
import { answerWrite } from '../../writing.ts';
import { idOf, type Operation } from './operation.ts';

export interface Removal {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  /** What is deleted, as documentation calls it, and the prefix of its ids. */
  thing: string;
  prefix: string;
  /** Failures beside that there is no such thing. */
  errors?: FailureCode[];
  remove(wiring: FastifyRequest['wiring'], caller: Caller, id: string): Promise<void>;
}

export function removal({ thing, prefix, errors = [], remove, ...documented }: Removal): Operation {
  const example = { id: `${prefix}_01jz3k8n5yegs9t2w6qv4m7r8c`, deleted: true };
  return {
    schema: {
      ...documented,
      params: idParameter(thing, prefix),
      response: { 200: success('Deleted.', Type.Ref('Deleted'), example) },
    },
    errors: ['NOT_FOUND', ...errors],
    async handler(request, reply) {
      const id = idOf(request);
      return answerWrite(
        request,
        reply,
        (caller) => remove(request.wiring, caller, id),
        () => ({ data: { id, deleted: true } }),
      );
    },
  };
}
