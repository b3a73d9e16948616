// The sites table. A workspace gets its row with the first edit.

import {
  newSite,
  type PortableSettings,
  portableSettings,
  type Site,
  type SiteVisibility,
} from '../../../domain/site/site.ts';
import type { SiteReader, SiteWriter } from '../../../ports/site/site-store.ts';
import { attachmentColumns } from '../files/attachments.ts';
import { firstOf, prepared } from '../kernel/statements/prepared.ts';
import type { Db } from '../kernel/tables.ts';

/** A workspace, with its site if that was ever edited. */
const workspaces = (db: Db) =>
  db
    .selectFrom('workspaces')
    .leftJoin('sites', 'sites.workspace_id', 'workspaces.id')
    .select([
      'workspaces.id',
      'workspaces.slug',
      'workspaces.name as workspaceName',
      'workspaces.created_at as workspaceCreatedAt',
      'visibility',
      'settings',
      'logo_id as logoId',
      'sessions_from as sessionsFrom',
      'version',
      'sites.created_at as createdAt',
      'updated_at as updatedAt',
    ]);

const siteById = prepared((db, { id }: { id: string }) =>
  workspaces(db).where('workspaces.id', '=', id).compile(),
);

const openSite = prepared((db, { slug, off }: { slug: string; off: SiteVisibility }) =>
  workspaces(db)
    .select('public_revision as revision')
    .where('workspaces.slug', '=', slug)
    .where('visibility', '<>', off)
    .compile(),
);

const logoOf = prepared((db, { workspaceId, logoId }: { workspaceId: string; logoId: string }) =>
  db
    .selectFrom('attachments')
    .select(attachmentColumns.selected)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', logoId)
    .compile(),
);

type SiteRow = NonNullable<Awaited<ReturnType<typeof siteById>>['rows'][0]>;

async function siteFrom(db: Db, row: SiteRow): Promise<Site> {
  const { id, slug, workspaceName, workspaceCreatedAt, settings, logoId, ...stored } = row;
  const site = newSite({ id, slug, workspaceName }, workspaceCreatedAt);
  if (settings === null) return site;
  const logo = logoId === null ? undefined : await firstOf(logoOf(db, { workspaceId: id, logoId }));
  return {
    ...site,
    ...(JSON.parse(settings) as PortableSettings),
    ...(stored as Stored),
    logo: logo ?? null,
  };
}

/** Not null if there are settings. */
type Stored = Pick<Site, 'visibility' | 'sessionsFrom' | 'version' | 'createdAt' | 'updatedAt'>;

export const siteReader = (db: Db): SiteReader => ({
  async find(workspaceId) {
    const row = await firstOf(siteById(db, { id: workspaceId }));
    return row && siteFrom(db, row);
  },
  async findPublic(slug) {
    const found = await firstOf(openSite(db, { slug, off: 'off' }));
    if (found === undefined) return undefined;
    const { revision, ...row } = found;
    return { site: await siteFrom(db, row), revision };
  },
});

export const siteWriter = (db: Db): SiteWriter => ({
  ...siteReader(db),
  async put(site) {
    const { id, visibility, logo, sessionsFrom, version, createdAt, updatedAt } = site;
    const values = {
      visibility,
      settings: JSON.stringify(portableSettings(site)),
      logo_id: logo?.id ?? null,
      sessions_from: sessionsFrom,
      version,
      updated_at: updatedAt,
    };
    await db
      .insertInto('sites')
      .values({ workspace_id: id, created_at: createdAt, ...values })
      .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
      .execute();
  },
});
