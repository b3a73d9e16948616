// Pages are shared by all visitors, so no page holds a secret that proves where a form comes from. The browser says it.

import type { FastifyRequest } from 'fastify';

/** Whether the request was sent by a page of this site's origin. `siteUrl` comes from the settings, not from the request. */
export function isFromSite({ headers }: FastifyRequest, siteUrl: string): boolean {
  const { origin, 'sec-fetch-site': from } = headers;
  if (from !== undefined) return from === 'same-origin';
  return origin !== undefined && origin === new URL(siteUrl).origin;
}
