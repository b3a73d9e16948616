// The text indexes of SQLite number their rows one after another. Those of older versions are built again.

import type { Dialect } from '../kernel/dialect.ts';
import type { Db } from '../kernel/tables.ts';

export async function up(db: Db, { search }: Pick<Dialect, 'search'>): Promise<void> {
  await search.posts.reindex(db);
  await search.users.reindex(db);
}
