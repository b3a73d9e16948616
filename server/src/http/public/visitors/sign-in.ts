// Signing in and out. Opening a page never signs anyone in: a form does, which the page's script may send by itself. If the
// browser is signed in as someone else, or the form came from another site, a page of our own asks first.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../../app/kernel/access.ts';
import type { AskForLink } from '../../../app/site/asked-links.ts';
import type { HeldVote, VisitorSessions } from '../../../app/site/visitor-sessions.ts';
import { Failure, TransientFailure } from '../../../domain/kernel/failure.ts';
import { looksLikeId } from '../../../domain/kernel/id.ts';
import { emailAddress } from '../../../domain/people/user.ts';
import type { Site, SiteAddresses } from '../../../domain/site/site.ts';
import { isSitePath, type SignedIn } from '../../../domain/site/visitor.ts';
import { readText } from '../../input/vocabulary.ts';
import { clientAddress } from '../../kernel/address.ts';
import { dataHeaders, signInHeaders } from '../headers.ts';
import { refusalPage, type SignInContent, signInPage, signInScript } from '../pages/sign-in.ts';
import { queryIn } from '../query.ts';
import { versionOf, viewOf } from '../site-at.ts';
import type { View } from '../view.ts';
import type { VisitorCookies } from './cookie.ts';
import { fieldOf, wantsJson } from './forms.ts';
import { isFromSite } from './write-guard.ts';

export interface SigningIn {
  sessions: VisitorSessions;
  cookies: VisitorCookies;
  access: Pick<Access, 'fail'>;
  addresses: SiteAddresses;
  askForLink: AskForLink;
  /** Counts what the visitor did before they signed in. `cookie`: of the new session; `held`: in the link. */
  arrived(asked: AskedOfSite, cookie: string, held: HeldVote | null): Promise<void>;
}

/** A request to a site that is not off. */
export interface AskedOfSite {
  request: FastifyRequest;
  reply: FastifyReply;
  site: Site;
  /** Who sends it. */
  signedIn: SignedIn | undefined;
}

const shownOnce = { submitsItself: false, offer: undefined };

export function signingIn({ sessions, cookies, access, addresses, askForLink, arrived }: SigningIn) {
  const viewFor = ({ request, site }: AskedOfSite): View =>
    viewOf(site, addresses, queryIn(request.query).lang);

  const show = (
    asked: AskedOfSite,
    content: Pick<SignInContent, 'offer' | 'submitsItself' | 'signedInAs' | 'returnTo' | 'asked'>,
  ): FastifyReply => {
    const { reply, site } = asked;
    const view = viewFor(asked);
    const script = `${view.links.file('/sign-in.js')}?v=${versionOf(signInScript)}`;
    const { signInUrl } = site;
    return reply
      .headers(signInHeaders(view.absolute.file('/sign-in.js')))
      .send(signInPage(view, { ...content, signInUrl, isVoting: heldIn(asked) !== undefined, script }));
  };

  /** The post that someone voted for, who is not known yet. */
  const heldIn = ({ request, site }: AskedOfSite): string | undefined => {
    const held = cookies.heldVoteOf(request, site);
    return held !== undefined && looksLikeId('post', held) ? held : undefined;
  };

  /** Everyone gets the same answer, whoever the address belongs to. */
  const mailLink = async (asked: AskedOfSite): Promise<FastifyReply> => {
    const { request, reply, site, signedIn } = asked;
    const view = viewFor(asked);
    const { mail, notFromHere } = view.texts;
    const answer = (status: number, text: string, page: () => FastifyReply): FastifyReply => {
      reply.code(status);
      return wantsJson(request) ? sendNotice(reply, text) : page();
    };
    const say = (status: number, text: string, title?: string) =>
      answer(status, text, () => reply.headers(signInHeaders()).send(refusalPage(view, text, title)));
    // The address was typed on a page of ours.
    if (!isFromSite(request, addresses.urlOf(site.slug))) return say(403, notFromHere);
    const returnTo = pathOf(fieldOf(request, 'returnTo'));
    const typed = fieldOf(request, 'email');
    const email = readAddress(typed);
    if (email === undefined)
      return answer(400, mail.invalid, () =>
        show(asked, {
          ...shownOnce,
          signedInAs: signedIn,
          returnTo,
          asked: { email: typed, problem: mail.invalid, follows: fieldOf(request, 'follow') === '1' },
        }),
      );
    const heldPostId = heldIn(asked) ?? null;
    const follows = heldPostId !== null && fieldOf(request, 'follow') === '1';
    const { language } = view;
    const wanted = { site, email, returnTo, heldPostId, follows, language };
    // A made-up person has no mailbox.
    if (signedIn?.mode !== 'test') await askForLink({ ...wanted, address: clientAddress(request) });
    return say(200, mail.sent, mail.sentTitle);
  };

  const refuse = async (asked: AskedOfSite): Promise<FastifyReply> => {
    const view = viewFor(asked);
    const { kind } = await access.fail(clientAddress(asked.request));
    const [status, sentence] =
      kind === 'unknown' ? ([401, view.texts.signInFailed] as const) : ([429, view.texts.tooMany] as const);
    return asked.reply.code(status).headers(signInHeaders()).send(refusalPage(view, sentence));
  };

  const slowDown = (asked: AskedOfSite, { retryAfterSeconds }: TransientFailure): FastifyReply => {
    const view = viewFor(asked);
    return asked.reply
      .code(429)
      .headers({ ...signInHeaders(), 'retry-after': retryAfterSeconds })
      .send(refusalPage(view, view.texts.tooMany));
  };

  return {
    /** A visitor without a token is told how to come in; one in the fragment is read by the page's script. */
    page(asked: AskedOfSite): FastifyReply {
      const returnTo = readText((asked.request.query as Record<string, unknown>).returnTo) ?? '/';
      return show(asked, {
        ...shownOnce,
        signedInAs: asked.signedIn,
        returnTo: pathOf(returnTo),
      });
    },

    /** Says whom a link signs in. */
    async linkPage(asked: AskedOfSite, token: string): Promise<FastifyReply> {
      const offer = await sessions.offer(asked.site, token);
      if (offer === undefined) return refuse(asked);
      const other = otherThan(offer.userId, asked.signedIn);
      return show(asked, {
        offer: { name: offer.name, token },
        signedInAs: other,
        submitsItself: offer.submitsItself && other === undefined,
        returnTo: offer.returnTo ?? '/',
      });
    },

    async submit(asked: AskedOfSite): Promise<FastifyReply> {
      const { request, reply, site, signedIn } = asked;
      const token = fieldOf(request, 'token');
      if (token === '' && addresses.hasMail) return mailLink(asked);
      const offer = await sessions.offer(site, token);
      if (offer === undefined) return refuse(asked);
      const returnTo = pathOf(offer.returnTo ?? fieldOf(request, 'returnTo'));
      // A form of another site is sent without our cookie: only the next request tells who is signed in.
      const isOurs = isFromSite(request, addresses.urlOf(site.slug));
      const other = otherThan(offer.userId, signedIn);
      if (!isOurs || (other !== undefined && fieldOf(request, 'confirm') !== 'yes'))
        return show(asked, {
          offer: { name: offer.name, token },
          signedInAs: other,
          submitsItself: offer.submitsItself && other === undefined,
          returnTo,
        });
      const before = cookies.of(request, site);
      const host = addresses.hostOf(site.slug);
      const accepting = { before, host, requestId: request.id, address: clientAddress(request) };
      const session = await offer.accept(accepting).catch(asLimit);
      if (session instanceof TransientFailure) return slowDown(asked, session);
      if (session === undefined) return refuse(asked);
      // A live session ends the one before it in its own transaction; a rehearsing one is stored nowhere.
      if (offer.mode === 'test') await sessions.end(site, before);
      cookies.set(reply, site, session.token, session.lastsMs);
      await arrived(asked, session.token, offer.held);
      return sendTo(reply, viewFor(asked).links.file(returnTo));
    },

    async signOut(asked: AskedOfSite): Promise<FastifyReply> {
      const { request, reply, site } = asked;
      await sessions.end(site, cookies.of(request, site));
      cookies.clear(reply, site);
      return sendTo(reply, viewFor(asked).links.page('/'));
    },
  };
}

const pathOf = (given: string): string => (isSitePath(given) ? given : '/');

/** Undefined if it is none. */
function readAddress(text: string): string | undefined {
  try {
    return emailAddress(text, 'email');
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function asLimit(error: unknown): TransientFailure {
  if (error instanceof TransientFailure && error.code === 'RATE_LIMITED') return error;
  throw error;
}

const sendNotice = (reply: FastifyReply, text: string): FastifyReply =>
  reply
    .headers({ ...dataHeaders('application/json'), 'cache-control': 'no-store' })
    .send(JSON.stringify({ notice: { text } }));

/** Someone else than the token is for. Who that is may not be known yet. */
const otherThan = (userId: string | undefined, signedIn: SignedIn | undefined): SignedIn | undefined =>
  signedIn !== undefined && signedIn.userId === userId ? undefined : signedIn;

const sendTo = (reply: FastifyReply, url: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(url, 303);
