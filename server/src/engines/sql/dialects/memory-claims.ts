// Claims of the one process that an embedded store has: they need not outlive it.

import type { ClaimTable } from '../kernel/dialect.ts';

export function memoryClaims(): ClaimTable {
  const taken = new Set<string>();
  return {
    create: async () => {},
    async take(workspaceId, name) {
      const key = `${workspaceId} ${name}`;
      if (taken.has(key)) return undefined;
      taken.add(key);
      return { release: async () => void taken.delete(key) };
    },
  };
}
