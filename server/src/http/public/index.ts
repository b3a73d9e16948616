// The public sites: below /p/{slug}, and on the hosts that are bound to one. Whatever is not there has the same answer,
// so nothing tells a site that is off, or a post that is internal, from one that never was.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../app/kernel/access.ts';
import type { VisitorCaller } from '../../app/kernel/change.ts';
import type { SiteReading } from '../../app/site/reading.ts';
import type { VisitorSessions } from '../../app/site/visitor-sessions.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import type { OpenSite, Site, SiteAddresses } from '../../domain/site/site.ts';
import type { SignedIn } from '../../domain/site/visitor.ts';
import { type ReadFile, sendPublicFile } from '../edge/files.ts';
import { isOnSiteHost } from '../edge/site-hosts.ts';
import { clientAddress } from '../kernel/address.ts';
import { isRead } from '../kernel/reading.ts';
import { publicAnswers, sendMoved, sendNotFound } from './answers.ts';
import { checkedEachTime, dataHeaders, pageHeaders, signInHeaders, unchanging } from './headers.ts';
import { styleOf } from './look/style.ts';
import { refusalPage, signInScript } from './pages/sign-in.ts';
import { ownAddressOf, type Place, type PlaceKind, placeAt } from './places.ts';
import { queryIn } from './query.ts';
import { isRendered, type RenderedKind, rendered } from './rendering.ts';
import { iconOf, versionOf, viewOf } from './site-at.ts';
import { withQuery } from './view.ts';
import { visitorCookies } from './visitors/cookie.ts';
import { maxFormBytes, readForms } from './visitors/forms.ts';
import { type AskedOfSite, signingIn } from './visitors/sign-in.ts';
import { isFromSite } from './visitors/write-guard.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where on which site the request arrived. Undefined elsewhere. */
    entered: Entered | undefined;
    /** Who has signed in to the site; undefined for everybody else. */
    visitor: VisitorCaller | undefined;
  }
}

interface Entered extends OpenSite {
  place: Place;
  signedIn: SignedIn | undefined;
}

export interface PublicSitesOptions {
  version: string;
  publicUrl(): string;
  siteReading: SiteReading;
  siteAddresses: SiteAddresses;
  visitorSessions: VisitorSessions;
  access: Pick<Access, 'fail'>;
  readFile: ReadFile;
  /** Limits the requests of an address. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

type Act = (asked: AskedOfSite, place: Place) => Promise<FastifyReply> | FastifyReply;

export async function publicSites(app: FastifyInstance, options: PublicSitesOptions): Promise<void> {
  const { siteReading: reading, siteAddresses: addresses, visitorSessions: sessions, readFile } = options;
  const { send, sendOwn } = publicAnswers(() => `${options.version} ${options.publicUrl()}`);
  const cookies = visitorCookies(addresses);
  const signIn = signingIn({ ...options, sessions, cookies, addresses });
  app.decorateRequest('entered', undefined);
  app.decorateRequest('visitor', undefined);
  readForms(app);

  /** What visitors do, by POST. */
  const acts: Partial<Record<PlaceKind, Act>> = {
    signIn: (asked) => signIn.submit(asked),
    signOut: (asked) => signIn.signOut(asked),
  };
  /** Pages about the visitor. */
  const ownPages: Partial<Record<PlaceKind, Act>> = {
    signIn: (asked, { id }) => (id === '' ? signIn.page(asked) : signIn.linkPage(asked, id)),
  };

  // Before a body is read, and before the console's pages are looked at.
  app.addHook('onRequest', async (request, reply) => {
    await options.admit(request, reply);
    const place = placeAt(request.url);
    const isServed =
      isRead(request) || (request.method === 'POST' && place && acts[place.kind] !== undefined);
    if (place === undefined || !isServed || request.is404) return sendNotFound(reply);
    const open = await reading.find(place.slug);
    if (open === undefined) return sendNotFound(reply);
    const { site } = open;
    // A site with a host of its own is nowhere else: one origin less that it shares with the console.
    if (addresses.hostOf(place.slug) !== undefined && !isOnSiteHost(request))
      return isRead(request)
        ? sendMoved(reply, ownAddressOf(request.url, place.slug, addresses), 308)
        : sendNotFound(reply);
    const signedIn = await sessions.find(site, cookies.of(request, site));
    request.entered = { ...open, place, signedIn };
    request.visitor = signedIn && visitorOf(site, signedIn, request);
    if (isRead(request)) return site.visibility === 'public' ? undefined : refuseUnknown(request, reply);
    // A form that signs in comes from the host application. What it can do is decided there.
    if (place.kind === 'signIn' || isFromSite(request, addresses.urlOf(site.slug))) return undefined;
    const view = viewOf(site, addresses, queryIn(request.query).lang);
    return reply.code(403).headers(signInHeaders()).send(refusalPage(view, view.texts.notFromHere));
  });
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { entered } = request;
    if (entered === undefined) return sendNotFound(reply);
    const { place, site, signedIn } = entered;
    const own = (isRead(request) ? ownPages : acts)[place.kind];
    if (own !== undefined) return own({ request, reply, site, signedIn }, place);
    if (isRendered(place.kind)) return sendRendered(request, reply, entered, { ...place, kind: place.kind });
    return sendFileOf(request, reply, entered, place);
  };
  app.get('/', answer);
  app.get('/*', answer);
  app.post('/*', { bodyLimit: maxFormBytes }, answer);

  /** A site for those who have signed in shows others its name and logo. A rehearsal is nobody. */
  function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const { entered, visitor } = request;
    if (entered === undefined || visitor?.mode === 'live') return undefined;
    const { place, site } = entered;
    if (openToAll[place.kind] === true) return undefined;
    if (place.format !== 'html' || pages[place.kind] !== true)
      throw new Failure('UNAUTHORIZED', 'Sign in to read this site.');
    const { links } = viewOf(site, addresses, queryIn(request.query).lang);
    const [path = '', query = ''] = request.url.slice(`/p/${place.slug}`.length).split('?', 2);
    const returnTo = `${path === '' ? '/' : path}${query === '' ? '' : `?${query}`}`;
    return sendMoved(reply, withQuery(links.page('/sign-in'), { returnTo }), 302);
  }

  function sendRendered(
    request: FastifyRequest,
    reply: FastifyReply,
    { site, revision }: OpenSite,
    place: Place & { kind: RenderedKind },
  ): Promise<FastifyReply> {
    const { visitor } = request;
    const query = queryIn(request.query);
    const { kind, format, id } = place;
    const given = JSON.stringify([kind, format, id, isList[kind] ? query : query.lang]);
    // Whatever a browser with our cookie gets is its own, even if the session has ended.
    const isOwn = cookies.of(request, site) !== undefined && sameForAll[kind] !== true;
    return (isOwn ? sendOwn : send)(request, reply, {
      state: `${site.id} ${addresses.urlOf(site.slug)} ${revision} ${given}`,
      headers: { ...headersOf(kind, place, site), ...keptFor(kind, site, request) },
      render: () => rendered(kind, { reading, site, addresses, place, query, visitor }),
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

const visitorOf = (site: Site, { userId, mode }: SignedIn, request: FastifyRequest): VisitorCaller => ({
  type: 'visitor',
  workspaceId: site.id,
  mode,
  actor: { type: 'visitor', id: userId },
  userId,
  requestId: request.id,
  address: clientAddress(request),
});

/** What people navigate to. */
const pages: Partial<Record<PlaceKind, true>> = {
  feedback: true,
  post: true,
  roadmap: true,
  changelog: true,
  entry: true,
};

/** What the sign-in page needs. */
const openToAll: Partial<Record<PlaceKind, true>> = {
  signIn: true,
  signInScript: true,
  style: true,
  icon: true,
  logo: true,
};

/** Parts of pages that are about nobody. */
const sameForAll: Partial<Record<PlaceKind, true>> = { signInScript: true, style: true, icon: true };

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
  signInScript: 'text/javascript',
};

function headersOf(kind: RenderedKind, { format }: Place, site: OpenSite['site']): Record<string, string> {
  const own = ownTypes[kind];
  if (own !== undefined) return dataHeaders(own);
  if (format === 'html') return pageHeaders(site);
  const isJsonFeed = format === 'json' && kind.endsWith('Feed');
  return dataHeaders(isJsonFeed ? 'application/feed+json' : types[format]);
}

/** The stylesheet, the icon and the script have addresses that name their content. */
function keptFor(
  kind: RenderedKind,
  site: OpenSite['site'],
  { query }: FastifyRequest,
): Record<string, string> {
  const named: Partial<Record<RenderedKind, () => string>> = {
    style: () => styleOf(site.accentColor),
    icon: () => iconOf(site),
    signInScript: () => signInScript,
  };
  const text = named[kind]?.();
  const isNamed = text !== undefined && (query as { v?: unknown }).v === versionOf(text);
  return { 'cache-control': isNamed ? unchanging : checkedEachTime };
}
