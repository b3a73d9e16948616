// Storage of the settings of public sites.

import type { OpenSite, Site } from '../../domain/site/site.ts';

export interface SiteReader {
  /** Undefined only if there is no such workspace: a site that was never edited has the default settings. */
  find(workspaceId: string): Promise<Site | undefined>;
  /** By the slug of the workspace, if the site is not off: what a visitor's request starts with. */
  findPublic(slug: string): Promise<OpenSite | undefined>;
}

export interface SiteWriter extends SiteReader {
  /** Inserts or replaces everything but the slug and the name of the workspace. */
  put(site: Site): Promise<void>;
}
