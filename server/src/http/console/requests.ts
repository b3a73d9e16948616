// The request log: requests of API keys, and changes made in the console.

import Type, { type Static } from 'typebox';
import type { NamedRequest } from '../../app/team/requests.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { failureCodes } from '../../domain/kernel/failure.ts';
import { isPerson, outcomes } from '../../domain/team/request-record.ts';
import { dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { encodeNext, readPage } from '../input/vocabulary.ts';
import { operation } from './operation.ts';

const order = 'requests';

const RequestShape = named('RequestRecord', {
  requestId: Type.String(),
  at: dateTime(),
  keyId: nullable<string>('string'),
  keyName: nullable<string>('string'),
  account: Type.Union([Type.Object({ id: Type.String(), name: nullable<string>('string') }), Type.Null()], {
    description: 'The signed-in person, if the request came from the console.',
  }),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  durationMs: Type.Number(),
  errorCode: Type.Union([oneOf(failureCodes), Type.Null()]),
});

const presentRequest = (record: NamedRequest): Static<typeof RequestShape> => ({
  requestId: record.requestId,
  at: toIso(record.at),
  ...callerOf(record),
  method: record.method,
  path: record.path,
  status: record.status,
  durationMs: record.durationMs,
  errorCode: record.errorCode,
});

/** The API key or the signed-in person. */
const callerOf = ({ callerId, callerName }: NamedRequest) =>
  isPerson(callerId)
    ? { keyId: null, keyName: null, account: { id: callerId, name: callerName } }
    : { keyId: callerId, keyName: callerName, account: null };

export const requestOperations = {
  list: operation({
    operationId: 'listRequests',
    summary: 'List recent requests, newest first',
    query: Type.Object({
      keyId: Type.Optional(Type.String({ description: 'The id of a key or account.' })),
      requestId: Type.Optional(Type.String()),
      status: Type.Optional(oneOf(outcomes)),
      limit: Type.Optional(Type.Integer({ description: 'Clamped to 1…100.' })),
      after: Type.Optional(Type.String({ description: 'The `next` of the previous page.' })),
    }),
    answer: Type.Object({ requests: Type.Array(RequestShape), next: nullable<string>('string') }),
    async handler({ console, caller, query: { keyId, requestId, status, limit, after } }) {
      const page = await console.requests.page(caller, {
        ...(keyId !== undefined && { callerId: keyId }),
        ...(requestId !== undefined && { requestId }),
        ...(status !== undefined && { outcome: status }),
        page: readPage({ limit: limit?.toString(), after }, order, ['string']),
      });
      return { requests: page.items.map(presentRequest), next: encodeNext(order, page.next) };
    },
  }),
};
