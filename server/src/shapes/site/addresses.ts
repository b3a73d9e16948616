// Where the public site of a workspace is.

import type { SiteAddresses } from '../../domain/site/site.ts';

/** Below the address of the server. */
export const siteAddresses = (publicUrl: () => string): SiteAddresses => ({
  hostOf: () => undefined,
  urlOf: (slug) => `${publicUrl()}/p/${slug}`,
});
