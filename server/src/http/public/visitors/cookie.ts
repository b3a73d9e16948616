// The cookie of a visitor who has signed in, and the one that holds the vote of a visitor who is not known yet: nothing of
// it is stored until they sign in. Both name the workspace, since several sites may share a host, and no page of another
// site is ever sent them.

import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site, SiteAddresses } from '../../../domain/site/site.ts';
import { cookieOf } from '../../access/console-credentials.ts';

export interface VisitorCookies {
  of(request: FastifyRequest, site: Site): string | undefined;
  set(reply: FastifyReply, site: Site, token: string, lastsMs: number): void;
  clear(reply: FastifyReply, site: Site): void;
  /** The post that the visitor voted for before they signed in. */
  heldVoteOf(request: FastifyRequest, site: Site): string | undefined;
  /** In place of an earlier one. */
  holdVote(reply: FastifyReply, site: Site, postId: string): void;
  dropVote(reply: FastifyReply, site: Site): void;
}

const heldSeconds = 3600;

export function visitorCookies({ urlOf }: SiteAddresses): VisitorCookies {
  /** Over plain http, browsers keep neither the prefix nor a secure cookie, some not even on localhost. */
  const isSecure = ({ slug }: Site): boolean => urlOf(slug).startsWith('https:');
  const nameOf = (site: Site, kind: 'v' | 'held' = 'v'): string =>
    `${isSecure(site) ? '__Host-' : ''}earshot-${kind}-${site.id}`;
  const write = (reply: FastifyReply, site: Site, name: string, value: string, maxAge: number): void => {
    const secure = isSecure(site);
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge } as const;
    reply.header('set-cookie', fastifyCookie.serialize(name, value, options));
  };
  return {
    of: (request, site) => cookieOf(request, nameOf(site)) || undefined,
    set: (reply, site, token, lastsMs) => write(reply, site, nameOf(site), token, lastsMs / 1000),
    clear: (reply, site) => write(reply, site, nameOf(site), '', 0),
    heldVoteOf: (request, site) => cookieOf(request, nameOf(site, 'held')) || undefined,
    holdVote: (reply, site, postId) => write(reply, site, nameOf(site, 'held'), postId, heldSeconds),
    dropVote: (reply, site) => write(reply, site, nameOf(site, 'held'), '', 0),
  };
}
