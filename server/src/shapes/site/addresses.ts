// Where the public site of a workspace is: on a host of its own, or below the address of the server.

import type { PublicHosts, SiteAddresses } from '../../domain/site/site.ts';

/** On a host of its own, scheme and port are those of the server: both are behind the same proxy. */
export function siteAddresses(publicUrl: () => string, hosts: PublicHosts, hasMail = false): SiteAddresses {
  const hostBySlug = new Map([...hosts].map(([host, slug]) => [slug, host]));
  return {
    hasMail,
    hostOf: (slug) => hostBySlug.get(slug),
    urlOf(slug) {
      const host = hostBySlug.get(slug);
      if (host === undefined) return `${publicUrl()}/p/${slug}`;
      const { protocol, port } = new URL(publicUrl());
      return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
    },
  };
}
