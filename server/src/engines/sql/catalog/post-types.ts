// The post types table.

import type { PostType } from '../../../domain/catalog/post-type.ts';
import type { PostTypeReader, PostTypeWriter } from '../../../ports/catalog/catalog-store.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Db, Tables } from '../kernel/tables.ts';
import { orderedColumns, orderedConditions, orderedReader, orderedTable, orderedWriter } from './ordered.ts';

export const postTypeTable = orderedTable(
  'post_types',
  columnsOf<Tables['post_types'], PostType>()(orderedColumns),
);

export const postTypeReader = (db: Db): PostTypeReader => orderedReader(db, postTypeTable, orderedConditions);

export const postTypeWriter = (db: Db): PostTypeWriter => orderedWriter(db, postTypeTable, orderedConditions);
