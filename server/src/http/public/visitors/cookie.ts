// The cookie of a visitor who has signed in. It names the workspace, since several sites may share a host, and no page of
// another site is ever sent it.

import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site, SiteAddresses } from '../../../domain/site/site.ts';
import { cookieOf } from '../../access/console-credentials.ts';

export interface VisitorCookies {
  of(request: FastifyRequest, site: Site): string | undefined;
  set(reply: FastifyReply, site: Site, token: string, lastsMs: number): void;
  clear(reply: FastifyReply, site: Site): void;
}

export function visitorCookies({ urlOf }: SiteAddresses): VisitorCookies {
  /** Over plain http, browsers keep neither the prefix nor a secure cookie, some not even on localhost. */
  const isSecure = ({ slug }: Site): boolean => urlOf(slug).startsWith('https:');
  const nameOf = (site: Site): string => `${isSecure(site) ? '__Host-' : ''}earshot-v-${site.id}`;
  const write = (reply: FastifyReply, site: Site, value: string, maxAge: number): void => {
    const secure = isSecure(site);
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge } as const;
    reply.header('set-cookie', fastifyCookie.serialize(nameOf(site), value, options));
  };
  return {
    of: (request, site) => cookieOf(request, nameOf(site)) || undefined,
    set: (reply, site, token, lastsMs) => write(reply, site, token, lastsMs / 1000),
    clear: (reply, site) => write(reply, site, '', 0),
  };
}
