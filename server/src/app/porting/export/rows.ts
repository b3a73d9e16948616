// Walks a table of a snapshot, page by page.

import type { SortKey } from '../../../domain/kernel/page.ts';
import type { ExportedRows } from '../../../ports/porting/porting-store.ts';
import type { Snapshot } from '../../../ports/store.ts';

export const postKey = ({ createdAt, id }: ExportedRows['posts']): SortKey => [createdAt, id];
export const userKey = ({ isErased, createdAt, id }: ExportedRows['users']): SortKey => [
  isErased ? 1 : 0,
  createdAt,
  id,
];

export async function* rowsOf<Name extends keyof ExportedRows>(
  snapshot: Snapshot,
  workspaceId: string,
  name: Name,
  keyOf: (row: ExportedRows[Name]) => SortKey,
  take: number,
): AsyncGenerator<ExportedRows[Name][]> {
  let after: SortKey | undefined;
  for (;;) {
    const page = await snapshot.rowsAfter(workspaceId, name, after, take);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < take) return;
    after = keyOf(last);
  }
}
