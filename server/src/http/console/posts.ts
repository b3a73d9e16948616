// Queries on posts that only the console needs.

import Type from 'typebox';
import { named } from '../../shapes/common.ts';
import { readFilters, readSearches } from '../vocabulary.ts';
import { operation } from './operation.ts';

export const postOperations = {
  count: operation({
    operationId: 'countPosts',
    summary: 'Count the posts that match filters',
    query: Type.Object({
      filters: Type.Optional(
        Type.String({ description: '`statusId`, `typeId`, `search` and `merged`, as in `GET /v1/posts`.' }),
      ),
    }),
    answer: named('MatchCount', {
      count: Type.Integer(),
      isMore: Type.Boolean({ description: 'More posts match than can be changed at once.' }),
    }),
    async handler({ console, caller, query }) {
      const filters = readFilters(query);
      const [statusIds, typeIds, search] = ['statusId', 'typeId', 'search'].map((key) => filters.get(key));
      const merged = filters.get('merged')?.at(-1);
      return console.postCounts.count(caller, {
        ...(statusIds && { statusIds }),
        ...(typeIds && { typeIds }),
        ...(search && { searches: readSearches(search) }),
        ...((merged === 'true' || merged === 'false') && { isMerged: merged === 'true' }),
      });
    },
  }),
};
