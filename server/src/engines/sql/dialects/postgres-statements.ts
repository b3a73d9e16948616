// Which statements are prepared under a name. The engine keeps every name for as long as the connection lives,
// so that their number is bounded, and a text that is asked once (a list of unusual length) never gets one.

export interface StatementNames {
  /** Undefined for a statement that is better sent whole. */
  of(sql: string): string | undefined;
}

const maxNamed = 400;
const maxNoticed = 2000;

export function statementNames(): StatementNames {
  const named = new Map<string, string>();
  const seen = new Set<string>();
  return {
    of(sql) {
      const name = named.get(sql);
      if (name !== undefined || named.size >= maxNamed) return name;
      if (!seen.has(sql)) {
        if (seen.size >= maxNoticed) seen.clear();
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

/** For poolers that hand a connection from one client to another without its prepared statements. */
export const noStatementNames: StatementNames = { of: () => undefined };
