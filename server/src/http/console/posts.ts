// What the pages ask of posts beside the API.

import { type Query, readFilters, readSearches } from '../vocabulary.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';

export const postOperations = ({ console: { postCounts } }: ConsoleApiOptions) =>
  ({
    /** By the filters of `GET /v1/posts` that a list of the console has. */
    count: {
      async handler(request) {
        const filters = readFilters(request.query as Query);
        const [statusIds, typeIds, search] = ['statusId', 'typeId', 'search'].map((key) => filters.get(key));
        const merged = filters.get('merged')?.at(-1);
        return postCounts.count(request.caller, {
          ...(statusIds && { statusIds }),
          ...(typeIds && { typeIds }),
          ...(search && { searches: readSearches(search) }),
          ...((merged === 'true' || merged === 'false') && { isMerged: merged === 'true' }),
        });
      },
    },
  }) satisfies Record<string, ConsoleOperation>;
