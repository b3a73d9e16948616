// The public sites: below /p/{slug}, and on the hosts that are bound to one. Whatever is not there has the same answer,
// so nothing tells a site that is off, or a post that is internal, from one that never was.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../app/kernel/access.ts';
import type { VisitorCaller } from '../../app/kernel/change.ts';
import type { AskForLink } from '../../app/site/asked-links.ts';
import type { SiteReading } from '../../app/site/reading.ts';
import type { VisitorSessions } from '../../app/site/visitor-sessions.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import type { OpenSite, SiteAddresses } from '../../domain/site/site.ts';
import type { SignedIn } from '../../domain/site/visitor.ts';
import type { KeyMode } from '../../domain/team/api-key.ts';
import type { SiteLinks } from '../../shapes/site/links.ts';
import { type ReadFile, sendPublicFile } from '../edge/files.ts';
import { isOnSiteHost } from '../edge/site-hosts.ts';
import { isRead } from '../kernel/reading.ts';
import { publicAnswers, sendMoved, sendNotFound } from './answers.ts';
import { type ForVisitors, mineContent, shownAuthor, shownVisitor } from './contents.ts';
import { doing, visitorOf } from './doing/index.ts';
import { checkedEachTime, dataHeaders, pageHeaders, signInHeaders, unchanging } from './headers.ts';
import { styleOf } from './look/style.ts';
import { minePage } from './pages/mine.ts';
import { refusalPage, signInScript } from './pages/sign-in.ts';
import {
  type FormKind,
  isForm,
  ownAddressOf,
  type Place,
  type PlaceKind,
  pathsOf,
  placeAt,
} from './places.ts';
import { queryIn } from './query.ts';
import { isRendered, type MarksOn, type RenderedKind, rendered } from './rendering.ts';
import { script } from './script/script.ts';
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
    /** Who has signed in to the site; undefined for everyone else. */
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
  askForLink: AskForLink;
  access: Pick<Access, 'fail'>;
  readFile: ReadFile;
  wirings: Record<KeyMode, ForVisitors>;
  /** Limits the requests of an address. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

type Act = (asked: AskedOfSite, place: Place) => Promise<FastifyReply> | FastifyReply;

export async function publicSites(app: FastifyInstance, options: PublicSitesOptions): Promise<void> {
  const { siteReading: reading, siteAddresses: addresses, visitorSessions: sessions, readFile } = options;
  const { send, sendOwn } = publicAnswers(
    () => `${options.version} ${options.publicUrl()} ${addresses.hasMail}`,
  );
  const cookies = visitorCookies(addresses);
  const { wirings } = options;
  const { act, countHeld } = doing({ reading, addresses, cookies, wirings });
  const signIn = signingIn({
    ...options,
    sessions,
    cookies,
    addresses,
    async arrived(asked, cookie, held) {
      const signedIn = await sessions.find(asked.site, cookie);
      if (signedIn !== undefined) await countHeld(asked, signedIn, held);
    },
  });
  app.decorateRequest('entered', undefined);
  app.decorateRequest('visitor', undefined);
  readForms(app);

  /** Where visitors send forms. */
  const takesForm = (kind: PlaceKind): kind is FormKind | 'signIn' => kind === 'signIn' || isForm(kind);
  const takeForm = (asked: AskedOfSite, kind: FormKind | 'signIn', id: string) => {
    if (kind === 'signIn') return signIn.submit(asked);
    return kind === 'signOut' ? signIn.signOut(asked) : act(asked, kind, id);
  };
  /** Pages about the visitor. */
  const ownPages: Partial<Record<PlaceKind, Act>> = {
    signIn: (asked, { id }) => (id === '' ? signIn.page(asked) : signIn.linkPage(asked, id)),
    mine: (asked) => minePageFor(asked),
  };

  // Before a body is read, and before the console's pages are looked at.
  app.addHook('onRequest', async (request, reply) => {
    await options.admit(request, reply);
    const place = placeAt(request.url);
    if (place === undefined || request.is404) return sendNotFound(reply);
    const isServed = isRead(request)
      ? !isForm(place.kind)
      : request.method === 'POST' && takesForm(place.kind);
    if (!isServed) return sendNotFound(reply);
    const open = await reading.find(place.slug);
    if (open === undefined) return sendNotFound(reply);
    const { site } = open;
    // A site with a host of its own is nowhere else: one origin less that it shares with the console.
    if (addresses.hostOf(place.slug) !== undefined && !isOnSiteHost(request))
      return isRead(request)
        ? sendMoved(reply, ownAddressOf(request.url, place.slug, addresses), 308)
        : sendNotFound(reply);
    // In a frame, visitors only read: what they do there, another page could have made them do.
    const signedIn = isFramed(request) ? undefined : await sessions.find(site, cookies.of(request, site));
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
    const asked = { request, reply, site, signedIn };
    if (!isRead(request))
      return takesForm(place.kind) ? takeForm(asked, place.kind, place.id) : sendNotFound(reply);
    const own = ownPages[place.kind];
    if (own !== undefined) return own(asked, place);
    if (isRendered(place.kind)) return sendRendered(request, reply, entered, { ...place, kind: place.kind });
    return sendFileOf(request, reply, entered, place);
  };
  app.get('/', answer);
  app.get('/*', answer);
  app.post('/*', { bodyLimit: maxFormBytes }, answer);

  /** A site for those who have signed in shows others its name and logo. A rehearsal doesn't count as signed in. */
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
    const query = queryIn(request.query);
    const { kind, format, id } = place;
    const given = JSON.stringify([kind, format, id, isList[kind] ? query : query.lang]);
    // Whatever a browser with our cookie gets is its own, even if the session has ended.
    const isOwn = cookies.of(request, site) !== undefined && sameForAll[kind] !== true;
    return (isOwn ? sendOwn : send)(request, reply, {
      state: `${site.id} ${addresses.urlOf(site.slug)} ${revision} ${given}`,
      headers: {
        // A page for one person has forms that delete.
        ...headersOf(kind, place, request.visitor ? unframed(site) : site, pathsOf(site, addresses).absolute),
        ...keptFor(kind, site, request),
      },
      render: () => rendered(kind, { reading, site, addresses, place, query, marksOn: marksOf(request) }),
    });
  }

  /** What the visitor sees of themselves, if they are signed in. */
  const marksOf = ({ visitor, entered }: FastifyRequest): MarksOn | undefined =>
    visitor &&
    (async (postIds, things) => {
      const name = entered?.signedIn?.name ?? null;
      const forVisitors = wirings[visitor.mode];
      const shown = await shownVisitor(forVisitors, visitor, name, postIds);
      return things === undefined ? shown : shownAuthor(forVisitors, visitor, shown, things);
    });

  async function minePageFor({ request, reply, site }: AskedOfSite): Promise<FastifyReply> {
    const { visitor } = request;
    const query = queryIn(request.query);
    const view = viewOf(site, addresses, query.lang);
    const marksOn = marksOf(request);
    if (visitor === undefined || marksOn === undefined)
      return sendMoved(reply, withQuery(view.links.page('/sign-in'), { returnTo: '/mine' }), 302);
    return sendOwn(request, reply, {
      state: '',
      headers: pageHeaders(unframed(site), undefined, view.absolute),
      async render() {
        const content = await mineContent(wirings[visitor.mode], visitor, query, view.links);
        const shown = await marksOn(content.votes.map(({ id }) => id));
        return minePage({ ...view, visitor: shown }, content);
      },
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

const isFramed = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'iframe' || headers['sec-fetch-dest'] === 'frame';

const unframed = (site: OpenSite['site']): OpenSite['site'] => ({ ...site, frameOrigins: [] });

/** What people navigate to. */
const pages: Partial<Record<PlaceKind, true>> = {
  feedback: true,
  post: true,
  roadmap: true,
  changelog: true,
  entry: true,
  compose: true,
  mine: true,
};

/** What the sign-in page needs. */
const openToAll: Partial<Record<PlaceKind, true>> = {
  signIn: true,
  signInScript: true,
  style: true,
  icon: true,
  logo: true,
};

/** Parts of pages that name no person. */
const sameForAll: Partial<Record<PlaceKind, true>> = {
  script: true,
  signInScript: true,
  style: true,
  icon: true,
};

/** The pages that depend on more parameters than the language. */
const isList: Partial<Record<RenderedKind, true>> = {
  feedback: true,
  post: true,
  changelog: true,
  similar: true,
  compose: true,
};

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
  script: 'text/javascript',
  icon: 'image/svg+xml',
  signInScript: 'text/javascript',
};

function headersOf(
  kind: RenderedKind,
  { format }: Place,
  site: OpenSite['site'],
  absolute: SiteLinks,
): Record<string, string> {
  const own = ownTypes[kind];
  if (own !== undefined) return dataHeaders(own);
  if (format === 'html') return pageHeaders(site, undefined, absolute);
  const isJsonFeed = format === 'json' && kind.endsWith('Feed');
  return dataHeaders(isJsonFeed ? 'application/feed+json' : types[format]);
}

/** The stylesheet, the icon and the scripts have addresses that name their content. */
function keptFor(
  kind: RenderedKind,
  site: OpenSite['site'],
  { query }: FastifyRequest,
): Record<string, string> {
  const text = named[kind]?.(site);
  const isNamed = text !== undefined && (query as { v?: unknown }).v === versionOf(text);
  return { 'cache-control': isNamed ? unchanging : checkedEachTime };
}

const named: Partial<Record<RenderedKind, (site: OpenSite['site']) => string>> = {
  style: ({ accentColor }) => styleOf(accentColor),
  icon: iconOf,
  script: () => script,
  signInScript: () => signInScript,
};
