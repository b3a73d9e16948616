// Takes the forms of the pages: votes, posts, comments and what else visitors do. The answer leads to a page, or is JSON
// for the script.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VisitorCaller } from '../../../app/kernel/change.ts';
import type { Reach } from '../../../app/mail/visitor-mail.ts';
import type { SiteReading } from '../../../app/site/reading.ts';
import type { HeldVote } from '../../../app/site/visitor-sessions.ts';
import { Failure, TransientFailure } from '../../../domain/kernel/failure.ts';
import type { Site, SiteAddresses } from '../../../domain/site/site.ts';
import { isSitePath, type SignedIn } from '../../../domain/site/visitor.ts';
import type { KeyMode } from '../../../domain/team/api-key.ts';
import { clientAddress } from '../../kernel/address.ts';
import { statusOf } from '../../kernel/failures.ts';
import { sendNotFound } from '../answers.ts';
import type { ForVisitors } from '../contents.ts';
import { dataHeaders, pageHeaders } from '../headers.ts';
import { composePage } from '../pages/compose.ts';
import { followNotice, shownFollow } from '../pages/follows.ts';
import { messagePage } from '../pages/message.ts';
import { signInUrl } from '../pages/sign-in-hint.ts';
import { shownVote } from '../pages/votes.ts';
import { type ActionKind, pathsOf } from '../places.ts';
import { queryIn } from '../query.ts';
import { viewOf } from '../site-at.ts';
import { linkTo, type View } from '../view.ts';
import type { VisitorCookies } from '../visitors/cookie.ts';
import { fieldOf, wantsJson } from '../visitors/forms.ts';
import type { AskedOfSite } from '../visitors/sign-in.ts';
import { actions, type Done } from './actions.ts';
import { problemIn } from './problems.ts';

export interface DoingDeps {
  reading: SiteReading;
  addresses: SiteAddresses;
  cookies: VisitorCookies;
  wirings: Record<KeyMode, ForVisitors>;
}

/** A form that someone sent to a site that is not off. */
interface Sent extends AskedOfSite {
  kind: ActionKind;
  /** Of the post, comment or submission. */
  id: string;
  visitor: VisitorCaller | undefined;
  /** Whether mail can reach them. */
  reach: Reach;
  /** Of the page that the answer may be. */
  view: View;
}

export function doing({ reading, addresses, cookies, wirings }: DoingDeps) {
  const sendJson = ({ reply }: Sent, status: number, body: object): FastifyReply =>
    reply
      .code(status)
      .headers({ ...dataHeaders('application/json'), 'cache-control': 'no-store' })
      .send(JSON.stringify(body));

  const sendPage = ({ reply, site }: Sent, status: number, page: string): FastifyReply => {
    const { absolute } = pathsOf(site, addresses);
    const headers = pageHeaders({ frameOrigins: [] }, undefined, absolute);
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(page);
  };

  const lead = ({ reply, view }: Sent, to: string): FastifyReply =>
    reply.header('cache-control', 'no-store').redirect(linkTo(view.links, to), 303);

  const leadToSignIn = (sent: Sent): FastifyReply => {
    const to = signInPath(pageOf(sent));
    if (!wantsJson(sent.request)) return lead(sent, to);
    const status = statusOf.UNAUTHORIZED;
    return sendJson(sent, status, {
      error: { code: 'UNAUTHORIZED', status },
      url: linkTo(sent.view.links, to),
    });
  };

  /** Holds a vote in the browser, and says how to make it count. */
  const holdVote = async (sent: Sent): Promise<FastifyReply> => {
    const { request, reply, site, view, id } = sent;
    const { doing, signIn } = view.texts;
    const found = await reading.listed(site, id);
    if (found === undefined) return sendNotFound(reply);
    const isTakenBack = fieldOf(request, 'vote') === '0';
    const voted = !isTakenBack && view.site.hasSignIn;
    if (voted) cookies.holdVote(reply, site, id);
    else if (cookies.heldVoteOf(request, site) !== undefined) cookies.dropVote(reply, site);
    const returnTo = `/posts/${id}`;
    if (!wantsJson(request)) return lead(sent, signInPath(returnTo));
    const { name } = view.site;
    const notice = view.site.hasSignIn
      ? { text: doing.voteHeld(name), url: signInUrl(view, returnTo), label: signIn }
      : { text: doing.whoCanVote(name) };
    const votesCount = found.post.votesCount + (voted ? 1 : 0);
    return sendJson(sent, 200, {
      vote: shownVote(view, { votesCount }, voted),
      ...(!isTakenBack && { notice }),
    });
  };

  const takeAnonymousPost = async (sent: Sent): Promise<FastifyReply> => {
    const { request, site, view } = sent;
    const { thanks, thanksHint } = view.texts.doing;
    // Only a program fills in a field that people can't see. It learns nothing from the answer.
    if (fieldOf(request, 'website') === '')
      await wirings.live.visiting.submitAnonymously(
        { ...callerOf(site, request), userId: null },
        { title: fieldOf(request, 'title'), text: fieldOf(request, 'text') },
      );
    return sendPage(sent, 200, messagePage(view, { title: thanks, text: thanksHint, back: '/' }));
  };

  const finish = (sent: Sent, done: Done): FastifyReply => {
    const { request, reply, site, view, id } = sent;
    const { to, vote, isFollowing, saysFollowing, isReported, hasLeft } = done;
    if (hasLeft === true) cookies.clear(reply, site);
    if (wantsJson(request))
      return sendJson(sent, 200, {
        ...(vote !== undefined && { vote: shownVote(view, vote, vote.voted) }),
        ...(isFollowing !== undefined && { follow: shownFollow(view, { id }, isFollowing) }),
        ...(saysFollowing === true && { notice: followNotice(view, { id }, isFollowing === true) }),
        url: linkTo(view.links, to),
      });
    if (isReported !== true) return lead(sent, to);
    return sendPage(sent, 200, messagePage(view, { title: view.texts.doing.reported, back: to }));
  };

  const refuse = (sent: Sent, failure: Failure): FastifyReply => {
    const { request, reply, view, kind } = sent;
    const { code } = failure;
    if (code === 'NOT_FOUND') return sendNotFound(reply);
    const status = statusOf[code];
    const problem = problemIn(view.texts, failure);
    if (failure instanceof TransientFailure) reply.header('retry-after', failure.retryAfterSeconds);
    if (wantsJson(request))
      return sendJson(sent, status, { error: { code, status }, notice: { text: problem } });
    const [title, text] = [fieldOf(request, 'title'), fieldOf(request, 'text')];
    const follows = fieldOf(request, 'follow') === '1';
    if (kind === 'sendPost')
      return sendPage(sent, status, composePage(view, { title, text, follows, problem }, []));
    const again = textActions.includes(kind) && { action: actionOf(sent), fields: writtenIn(request) };
    const back = returnPathOf(sent);
    return sendPage(sent, status, messagePage(view, { title: problem, back, ...(again && { again }) }));
  };

  const handle = async (sent: Sent): Promise<FastifyReply> => {
    const { request, kind, id, visitor, site } = sent;
    // A site for those who have signed in tells no one else what is there. A rehearsal doesn't count as signed in.
    if (site.visibility !== 'public' && visitor?.mode !== 'live') return leadToSignIn(sent);
    if (visitor !== undefined) {
      const text = (name: string) => fieldOf(request, name);
      const { visiting, visitorMail: mail } = wirings[visitor.mode];
      const isReached = sent.reach === 'reached';
      const asked = { visiting, mail, visitor, id, text, isReached, followsByDefault: site.followOnVote };
      return finish(sent, await actions[kind]({ ...asked, returnTo: returnPathOf(sent) }));
    }
    if (kind === 'vote') return holdVote(sent);
    if (kind === 'sendPost' && site.anonymousPosts) return takeAnonymousPost(sent);
    return leadToSignIn(sent);
  };

  return {
    async act(asked: AskedOfSite, kind: ActionKind, id: string): Promise<FastifyReply> {
      const { request, site, signedIn } = asked;
      const visitor = signedIn && visitorOf(site, signedIn, request);
      const reach =
        visitor === undefined ? 'never' : await wirings[visitor.mode].visitorMail.reachOf(visitor);
      const shown = shownName(visitor, signedIn, reach);
      const view = viewOf(site, addresses, queryIn(request.query).lang, false, shown);
      const sent: Sent = { ...asked, kind, id, visitor, reach, view };
      try {
        return await handle(sent);
      } catch (error) {
        if (error instanceof Failure && statusOf[error.code] < 500) return refuse(sent, error);
        throw error;
      }
    },

    /**
     * Counts the vote that a visitor gave before they signed in: it is in this browser, or in the link, which may have
     * been asked for in another one. Whoever asked for a link was asked whether they follow; others do as the site says,
     * and the page of the post, where they go on, shows it.
     */
    async countHeld(
      { request, reply, site }: AskedOfSite,
      signedIn: SignedIn,
      inLink: HeldVote | null,
    ): Promise<void> {
      const inBrowser = cookies.heldVoteOf(request, site);
      if (inBrowser !== undefined) cookies.dropVote(reply, site);
      const held = new Map([
        ...(inBrowser === undefined ? [] : [[inBrowser, site.followOnVote] as const]),
        ...(inLink === null ? [] : [[inLink.postId, inLink.follows] as const]),
      ]);
      if (held.size === 0) return;
      const visitor = visitorOf(site, signedIn, request);
      const { visiting, visitorMail } = wirings[visitor.mode];
      const isReached = (await visitorMail.reachOf(visitor)) === 'reached';
      for (const [postId, follows] of held) {
        try {
          await visiting.vote(visitor, postId, isReached && follows);
        } catch (error) {
          // The post may be gone, or the person may not vote: they are signed in all the same.
          if (!(error instanceof Failure) || statusOf[error.code] >= 500) throw error;
        }
      }
    },
  };
}

/** The sender of a form; of an unknown person, only the address. */
const callerOf = (site: Site, request: FastifyRequest) => ({
  type: 'visitor' as const,
  workspaceId: site.id,
  mode: 'live' as KeyMode,
  actor: { type: 'visitor' as const, id: anonymousId },
  address: clientAddress(request),
  requestId: request.id,
});

const anonymousId = 'anonymous';

export const visitorOf = (
  site: Site,
  { userId, mode }: SignedIn,
  request: FastifyRequest,
): VisitorCaller => ({
  ...callerOf(site, request),
  mode,
  actor: { type: 'visitor', id: userId },
  userId,
});

const shownName = (
  visitor: VisitorCaller | undefined,
  signedIn: SignedIn | undefined,
  reach: Reach,
): View['visitor'] =>
  visitor && {
    name: signedIn?.name ?? '',
    isRehearsal: visitor.mode === 'test',
    reach,
    isSubscribed: false,
    voted: new Set(),
    followed: new Set(),
    own: new Set(),
    waiting: [],
  };

const signInPath = (returnTo: string): string => `/sign-in?${new URLSearchParams({ returnTo })}`;

/** The page that a form is on, unless it says another. */
function pageOf({ kind, id }: Sent): string {
  switch (kind) {
    case 'vote':
    case 'follow':
    case 'sendComment':
    case 'editPost':
    case 'removePost':
    case 'report':
      return `/posts/${id}`;
    case 'sendPost':
      return '/posts/new';
    case 'subscribe':
      return '/changelog';
    case 'editComment':
    case 'removeComment':
    case 'withdraw':
    case 'mailSettings':
    case 'resumeMail':
    case 'leave':
      return '/mine';
  }
}

/** The page that the form names, if it is one of this site. */
function returnPathOf(sent: Sent): string {
  const given = fieldOf(sent.request, 'returnTo');
  return isSitePath(given) ? given : pageOf(sent);
}

/** What people write is given back to them if it was not taken. */
const textActions: readonly ActionKind[] = ['sendComment', 'editComment', 'editPost'];

const writtenIn = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    ['title', 'parentId', 'follow', 'text']
      .map((name) => [name, fieldOf(request, name)] as const)
      .filter(([name, value]) => name === 'text' || value !== ''),
  );

/** The address of a form, below the site. */
const actionOf = ({ request, site }: Sent): string =>
  request.url.slice(`/p/${site.slug}`.length).split('?', 1)[0] ?? '';
