// What the keys of the workspace asked, and what people changed.

import type { NamedRequest } from '../../app/team/requests.ts';
import { toIso } from '../../domain/clock.ts';
import { badField } from '../../domain/failure.ts';
import { isPerson, outcomes } from '../../domain/request-record.ts';
import { encodeNext, type Query, readPage, readText } from '../vocabulary.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';

const order = 'requests';

export const requestOperations = ({ console: { requests } }: ConsoleApiOptions) =>
  ({
    list: {
      async handler(request) {
        const query = request.query as Query;
        const given = (name: string): string | undefined => readText(query[name])?.trim() || undefined;
        const [keyId, requestId, status] = ['keyId', 'requestId', 'status'].map(given);
        const outcome = outcomes.find((known) => known === status);
        if (status !== undefined && outcome === undefined)
          throw badField('status', `must be one of ${outcomes.join(', ')}.`);
        const page = await requests.page(request.caller, {
          ...(keyId !== undefined && { callerId: keyId }),
          ...(requestId !== undefined && { requestId }),
          ...(outcome !== undefined && { outcome }),
          page: readPage(query, order, ['string']),
        });
        return {
          requests: page.items.map((record) => ({
            requestId: record.requestId,
            at: toIso(record.at),
            ...callerOf(record),
            method: record.method,
            path: record.path,
            status: record.status,
            durationMs: record.durationMs,
            errorCode: record.errorCode,
          })),
          next: encodeNext(order, page.next),
        };
      },
    },
  }) satisfies Record<string, ConsoleOperation>;

/** A key, or the person who was signed in. */
const callerOf = ({ callerId, callerName }: NamedRequest) =>
  isPerson(callerId)
    ? { keyId: null, keyName: null, account: { id: callerId, name: callerName } }
    : { keyId: callerId, keyName: callerName, account: null };
