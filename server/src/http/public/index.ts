// The public sites: below /p/{slug}, and on the hosts that are bound to one. Only reads are served. Whatever is not
// there has the same answer, so nothing tells a site that is off, or a post that is internal, from one that never was.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteReading } from '../../app/site/reading.ts';
import type { OpenSite, SiteAddresses } from '../../domain/site/site.ts';
import { type ReadFile, sendPublicFile } from '../edge/files.ts';
import { isOnSiteHost } from '../edge/site-hosts.ts';
import { isRead } from '../kernel/reading.ts';
import { publicAnswers, sendMoved, sendNotFound } from './answers.ts';
import { checkedEachTime, dataHeaders, pageHeaders, unchanging } from './headers.ts';
import { styleOf } from './look/style.ts';
import { ownAddressOf, type Place, placeAt } from './places.ts';
import { queryIn } from './query.ts';
import { isRendered, type RenderedKind, rendered } from './rendering.ts';
import { iconOf, versionOf } from './site-at.ts';

export interface PublicSitesOptions {
  version: string;
  publicUrl(): string;
  siteReading: SiteReading;
  siteAddresses: SiteAddresses;
  readFile: ReadFile;
  /** Limits the requests of an address. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export async function publicSites(app: FastifyInstance, options: PublicSitesOptions): Promise<void> {
  const { siteReading: reading, siteAddresses: addresses, readFile } = options;
  const send = publicAnswers(() => `${options.version} ${options.publicUrl()}`);

  // Before a body is read, and before the console's pages are looked at.
  app.addHook('onRequest', async (request, reply) => {
    await options.admit(request, reply);
    if (!isRead(request) || request.is404) return sendNotFound(reply);
  });
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const place = placeAt(request.url);
    if (place === undefined) return sendNotFound(reply);
    const open = await reading.find(place.slug);
    if (open === undefined) return sendNotFound(reply);
    // A site with a host of its own is nowhere else: one origin less that it shares with the console.
    if (addresses.hostOf(place.slug) !== undefined && !isOnSiteHost(request))
      return sendMoved(reply, ownAddressOf(request.url, place.slug, addresses), 308);
    if (isRendered(place.kind)) return sendRendered(request, reply, open, { ...place, kind: place.kind });
    return sendFileOf(request, reply, open, place);
  };
  app.get('/', answer);
  app.get('/*', answer);

  function sendRendered(
    request: FastifyRequest,
    reply: FastifyReply,
    { site, revision }: OpenSite,
    place: Place & { kind: RenderedKind },
  ): Promise<FastifyReply> {
    const query = queryIn(request.query);
    const { kind, format, id } = place;
    const given = JSON.stringify([kind, format, id, isList[kind] ? query : query.lang]);
    return send(request, reply, {
      state: `${site.id} ${addresses.urlOf(site.slug)} ${revision} ${given}`,
      headers: { ...headersOf(kind, place, site), ...keptFor(kind, site, request) },
      render: () => rendered(kind, { reading, site, addresses, place, query }),
    });
  }

  async function sendFileOf(
    request: FastifyRequest,
    reply: FastifyReply,
    { site }: OpenSite,
    { kind, id, name }: Place,
  ): Promise<FastifyReply> {
    const file = kind === 'logo' ? site.logo : await reading.file(site, id);
    if (file == null || (kind === 'file' && file.fileName !== name)) return sendNotFound(reply);
    return sendPublicFile(request, reply, file, readFile);
  }
}

/** The pages that depend on more parameters than the language. */
const isList: Partial<Record<RenderedKind, true>> = { feedback: true, post: true, changelog: true };

const types: Record<Place['format'], string> = {
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  xml: 'application/atom+xml',
};

const ownTypes: Partial<Record<RenderedKind, string>> = {
  sitemap: 'application/xml',
  robots: 'text/plain',
  style: 'text/css',
  icon: 'image/svg+xml',
};

function headersOf(kind: RenderedKind, { format }: Place, site: OpenSite['site']): Record<string, string> {
  const own = ownTypes[kind];
  if (own !== undefined) return dataHeaders(own);
  if (format === 'html') return pageHeaders(site);
  const isJsonFeed = format === 'json' && kind.endsWith('Feed');
  return dataHeaders(isJsonFeed ? 'application/feed+json' : types[format]);
}

/** The stylesheet and the icon have addresses that name their content. */
function keptFor(
  kind: RenderedKind,
  site: OpenSite['site'],
  { query }: FastifyRequest,
): Record<string, string> {
  const text = kind === 'style' ? styleOf(site.accentColor) : kind === 'icon' ? iconOf(site) : undefined;
  const isNamed = text !== undefined && (query as { v?: unknown }).v === versionOf(text);
  return { 'cache-control': isNamed ? unchanging : checkedEachTime };
}
