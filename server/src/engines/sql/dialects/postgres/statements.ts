// Decides which statements are prepared under a name. PostgreSQL keeps names as long as the connection lives, so
// their number is bounded, and statements used once (such as a list of unusual length) never get one.
//
// PostgreSQL also keeps the plan of a prepared statement. One that was made for an almost empty table reads all of it,
// and goes on doing so while an import fills the table. So lookups of many values are planned each time: compared with
// running them, that takes little.

export interface StatementNames {
  /** Undefined for a statement that should not be prepared. */
  of(sql: string): string | undefined;
}

/** Part of a statement that looks up many values, given as one parameter. */
export const manyValues = 'as given_values(value)';

const maxNamed = 400;
const maxSeen = 2000;

export function statementNames(): StatementNames {
  const named = new Map<string, string>();
  const seen = new Set<string>();
  return {
    of(sql) {
      const name = named.get(sql);
      if (name !== undefined || named.size >= maxNamed) return name;
      if (sql.includes(manyValues)) return undefined;
      if (!seen.has(sql)) {
        if (seen.size >= maxSeen) seen.clear();
        seen.add(sql);
        return undefined;
      }
      seen.delete(sql);
      const next = `earshot_${named.size + 1}`;
      named.set(sql, next);
      return next;
    },
  };
}

/** For poolers that share connections between clients without their prepared statements. */
export const noStatementNames: StatementNames = { of: () => undefined };
