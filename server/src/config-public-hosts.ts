// The part of the environment that binds hosts to the public sites of workspaces.

import { isIP } from 'node:net';
import { workspaceSlug } from './domain/team/workspace.ts';

/** Slugs of workspaces by host, with the port if it isn't the default one. */
export type PublicHosts = ReadonlyMap<string, string>;

const hostShape = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/;

/** From `host=slug,host2=slug2`. A host serves one site and nothing else, so it can't be the server's own. */
export function readPublicHosts(
  value: string | undefined,
  own: { publicUrl: string | undefined; host: string },
  mistakes: string[],
): PublicHosts {
  const hosts = new Map<string, string>();
  const refuse = (reason: string) => void mistakes.push(`PUBLIC_HOSTS ${reason}`);
  for (const entry of (value ?? '').split(',').map((text) => text.trim())) {
    if (entry === '') continue;
    const [given = '', slug = '', ...rest] = entry.split('=').map((text) => text.trim());
    const host = given.toLowerCase();
    if (rest.length > 0 || !isSlug(slug))
      refuse(`must be a comma-separated list such as feedback.example.com=acme, not "${entry}".`);
    else if (!isHostName(host))
      refuse(`must name hosts such as feedback.example.com: no addresses, wildcards or paths, not "${given}".`);
    else if (isOwn(host, own)) refuse(`must not name the host of this server, "${given}".`);
    else if (hosts.has(host)) refuse(`names the host "${given}" twice.`);
    else if ([...hosts.values()].includes(slug)) refuse(`names the workspace "${slug}" twice.`);
    else hosts.set(host, slug);
  }
  return hosts;
}

function isSlug(text: string): boolean {
  try {
    return workspaceSlug(text) === text;
  } catch {
    return false;
  }
}

/** Numbers such as `127.1` are addresses, too: a URL shows them in full. It also drops the default port. */
function isHostName(host: string): boolean {
  if (!hostShape.test(host) || !URL.canParse(`http://${host}`)) return false;
  const { hostname, host: normal } = new URL(`http://${host}`);
  return normal === host && isIP(hostname) === 0;
}

/** Whatever the port: a browser sends the cookies of a host to all its ports. */
function isOwn(host: string, { publicUrl, host: listening }: { publicUrl: string | undefined; host: string }) {
  const { hostname } = new URL(`http://${host}`);
  const own = publicUrl === undefined ? ['localhost', listening] : [new URL(publicUrl).hostname];
  return own.includes(hostname);
}
