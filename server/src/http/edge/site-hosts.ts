// The host decides first: on one that is bound to a public site, every path is a path of that site, and nothing else
// of the server answers there.

import type { IncomingMessage } from 'node:http';
import type { PublicHosts } from '../../domain/site/site.ts';

type Received = Pick<IncomingMessage, 'headers' | 'url'>;

/**
 * The path to route by. Only `Host` counts: whoever sends another header could choose the site. The port does not: a
 * browser sends the cookies of a host to all its ports.
 */
export const pathOnSites =
  (hosts: PublicHosts) =>
  ({ headers: { host }, url = '/' }: Received): string => {
    const slug = host === undefined || hosts.size === 0 ? undefined : hosts.get(hostNameOf(host));
    if (slug === undefined) return url;
    const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
    return `/p/${slug}${path.startsWith('/') ? path : `/${path}`}`;
  };

const hostNameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/** Whether the request came to a host that is bound to a site. */
export const isOnSiteHost = ({ raw }: { raw: IncomingMessage & { originalUrl?: string } }): boolean =>
  raw.originalUrl !== undefined && raw.originalUrl !== raw.url;
