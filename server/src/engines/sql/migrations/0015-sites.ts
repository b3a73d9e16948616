// The settings of public sites. A workspace without a row has the default settings.

import type { Kysely } from 'kysely';

export const up = ({ schema }: Kysely<unknown>): Promise<void> =>
  schema
    .createTable('sites')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('visibility', 'text', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('logo_id', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('sites_logo', ['workspace_id', 'logo_id'], 'attachments', ['workspace_id', 'id'])
    .addPrimaryKeyConstraint('sites_pk', ['workspace_id'])
    .execute();
