// Finds the rows that match a search in a text index, for the next statement to check and sort.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { longestPrefix } from '../../../../../domain/kernel/search-words.ts';
import type { TextSearch, WordsOfRow, WordTerms } from '../../../kernel/dialect.ts';
import { facetToken, scopedWord } from '../../../kernel/search/searchable.ts';
import { firstOf, prepared } from '../../../kernel/statements/prepared.ts';
import { blockToken, numbersPerBlock, type TextIndexPlan, wordInBlock } from './rows.ts';

/**
 * How many entries of words one statement may go through. FTS5 can't be told to stop before the next match, and takes
 * up to 0.1 µs for each entry.
 */
const entriesAtOnce = 524_288;

export function textFinder<Terms extends WordTerms>(
  plan: TextIndexPlan<Terms>,
): Pick<TextSearch<Terms>, 'find' | 'countsOf' | 'latest' | 'isAmong'> {
  const index = sql.table(plan.index);
  const table = sql.table(plan.table);
  // The join is a cross join, so that the planner can't start with the table: the index is read from its end.
  const findLatest = prepared(
    (db, { expression, max }: { expression: string; max: number }, { areShown }: { areShown: boolean }) =>
      sql<WordsOfRow>`
        select id, ${sql.ref(plan.words)} as "words" from ${index} cross join ${table}
        where ${sql.ref(plan.index)} match ${expression} and search_row = ${index}.rowid
        ${areShown ? sql`and ${plan.shown}` : sql``}
        order by ${index}.rowid desc limit ${max}`.compile(db),
  );
  const readCounts = prepared((db, { tokens, few }: { tokens: string; few: number }) =>
    sql<{ last: number; count: number; oldest: number }>`
      select (select max(search_row) from ${table}) as "last", newest->>0 as "count", newest->>1 as "oldest" from (
        select key, (
          select json_array(count(*), min(number)) from (
            select rowid as number from ${index} where ${sql.ref(plan.index)} match token.value
            order by rowid desc limit ${few}
          )
        ) as newest from json_each(${tokens}) as token
      ) order by key`.compile(db),
  );
  const readLastNumber = prepared((db, _: object) =>
    sql<{ last: number | null }>`select max(search_row) as "last" from ${sql.table(plan.table)}`.compile(db),
  );
  const findSome = prepared((db, { expression, max }: { expression: string; max: number }) =>
    sql<{ count: number; found: string | null }>`
      select count(*) as "count", group_concat(number) as "found" from (
        select rowid as number from ${index} where ${sql.ref(plan.index)} match ${expression} limit ${max}
      )`.compile(db),
  );
  /** One for each statement, which goes through a part of the index. */
  const expressionsFor = (last: number, workspaceId: string, terms: Terms): string[] => {
    const blocks = Math.floor(last / numbersPerBlock) + 1;
    if (plan.holds === 'words by block')
      return Array.from({ length: blocks }, (_, block) => inBlock(workspaceId, block, terms));
    const matching = matchExpression(plan, workspaceId, terms);
    return partsFor(blocks, terms).map((part) => part + matching);
  };
  const partsFor = (blocks: number, { searches }: Terms): string[] => {
    const atOnce = Math.ceil(entriesAtOnce / numbersPerBlock / searches.flat().length);
    if (blocks <= atOnce) return [''];
    return Array.from({ length: Math.ceil(blocks / atOnce) }, (_, part) => {
      const some = Array.from({ length: atOnce }, (_, block) => quoted(blockToken(part * atOnce + block)));
      return `(${some.join(' OR ')}) AND `;
    });
  };
  return {
    async find(db, workspaceId, terms, max) {
      const last = (await firstOf(readLastNumber(db, {})))?.last ?? 0;
      const found: string[] = [];
      let left = max;
      for (const [number, expression] of expressionsFor(last, workspaceId, terms).entries()) {
        if (number > 0) await setImmediate();
        const some = await firstOf(findSome(db, { expression, max: left + 1 }));
        left -= some?.count ?? 0;
        if (left < 0) return undefined;
        if (some?.found) found.push(some.found);
      }
      return found.join();
    },

    async countsOf(db, workspaceId, words, few) {
      const tokens = JSON.stringify(words.map((word) => quoted(indexToken(workspaceId, word))));
      const { rows } = await readCounts(db, { tokens, few });
      // The shorter the part of the index in which the newest are, the more there are.
      return rows.map(({ last, count, oldest }) =>
        count < few ? count : Math.ceil((few * last) / (last - oldest + 1)),
      );
    },

    latest: async (db, workspaceId, words, { max, areShown }) =>
      (await findLatest(db, { expression: allOf(workspaceId, words), max }, { areShown })).rows,

    // The unary plus changes nothing, but keeps the planner off the indexes that start with the workspace.
    isAmong: (workspaceId, found) => sql`
      search_row in (select value from json_each('[' || ${found} || ']')) and +workspace_id = ${workspaceId}`,
  };
}

function matchExpression<Terms extends WordTerms>(
  plan: TextIndexPlan<Terms>,
  workspaceId: string,
  terms: Terms,
): string {
  const anyOf = (ids: readonly string[]) => `(${ids.map((id) => quoted(facetToken(id))).join(' OR ')})`;
  const facets = Object.values(plan.facets).flatMap((allowedBy) => {
    const allowed = allowedBy(terms);
    return allowed === undefined ? [] : [anyOf(allowed)];
  });
  return [...facets, `(${terms.searches.map((words) => allOf(workspaceId, words)).join(' OR ')})`].join(
    ' AND ',
  );
}

/** Each word or one that it begins, in the rows of one block. */
const inBlock = (workspaceId: string, block: number, { searches }: WordTerms): string => {
  const token = (word: string) => `${quoted(wordInBlock(workspaceId, block, word))} *`;
  return searches.map((words) => `(${words.map(token).join(' AND ')})`).join(' OR ');
};

const indexToken = (workspaceId: string, word: string): string =>
  scopedWord(workspaceId, longestPrefix(word));

const allOf = (workspaceId: string, words: readonly string[]): string =>
  `(${words.map((word) => quoted(indexToken(workspaceId, word))).join(' AND ')})`;

const quoted = (token: string): string => `"${token}"`;
