// Claims for the embedded store: one process uses it, so memory is enough.

import type { ClaimTable } from '../../kernel/dialect.ts';

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
