// The part of the environment that binds hosts to the public sites of workspaces.

import { isIP } from 'node:net';
import type { PublicHosts } from './domain/site/site.ts';
import { workspaceSlug } from './domain/team/workspace.ts';

const labels = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

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
      refuse(
        `must name hosts such as feedback.example.com, without wildcards, addresses and ports, not "${given}".`,
      );
    else if (isOwn(host, own)) refuse(`must not name the host of the server itself, "${given}".`);
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

/** Numbers such as `127.1` are addresses, too: a URL shows them in full. */
function isHostName(host: string): boolean {
  if (host.length > 253 || !labels.test(host) || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === host && isIP(hostname) === 0;
}

const isOwn = (host: string, own: { publicUrl: string | undefined; host: string }): boolean =>
  host === (own.publicUrl === undefined ? own.host : new URL(own.publicUrl).hostname) || host === 'localhost';
