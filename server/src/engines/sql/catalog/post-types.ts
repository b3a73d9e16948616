// Post types in the database.

import type { PostType } from '../../../domain/post-type.ts';
import type { PostTypeReader, PostTypeWriter } from '../../../ports/ordered-store.ts';
import type { Db } from '../kernel/tables.ts';
import { type OrderedTable, orderedReader, orderedWriter } from './ordered.ts';

const table: OrderedTable<PostType> = {
  name: 'post_types',
  columns: [],
  fromRow: () => ({}),
  toRow: () => ({}),
};

export const postTypeReader = (db: Db): PostTypeReader => orderedReader(db, table);

export const postTypeWriter = (db: Db): PostTypeWriter => orderedWriter(db, table);
