// Signing in to a site, and who is signed in. A page shows first whom a token signs in; only accepting that uses it up.

import type { Instant } from '../../domain/kernel/clock.ts';
import type { Site, SiteAddresses } from '../../domain/site/site.ts';
import {
  linkLastsMs,
  rehearsalLastsMs,
  type SignedIn,
  type VisitorSession,
  visitorSessionLastsMs,
} from '../../domain/site/visitor.ts';
import type { KeyMode } from '../../domain/team/api-key.ts';
import { hashToken, looksLikeToken, mintToken } from '../../domain/team/token.ts';
import type { Writer } from '../../ports/store.ts';
import type { Deps } from '../kernel/change.ts';
import { looksSealed, sealed, unsealed } from './rehearsals.ts';

/** Whom a token signs in. */
export interface Offer {
  /** Undefined if that is known only once they are signed in. */
  userId: string | undefined;
  name: string | null;
  mode: KeyMode;
  /** A path of the site; undefined if the token says nothing about it. */
  returnTo: string | undefined;
  /** The vote that they gave before they were known: it counts once they are signed in. */
  held: HeldVote | null;
  /** Whether the page may use the token up by itself: whoever has it has just come from the application. */
  submitsItself: boolean;
  /** Uses the token up. Undefined if that has been done meanwhile. */
  accept(asked: Accepting): Promise<NewVisitorSession | undefined>;
}

export interface HeldVote {
  postId: string;
  /** Whether they follow the post, too. */
  follows: boolean;
}

export interface Accepting {
  /** The cookie that the browser came with, whose session a live one ends. */
  before: string | undefined;
  /** The site's own host, if it has one. */
  host: string | undefined;
  requestId: string;
  /** The network address, for limits. */
  address: string;
}

export interface NewVisitorSession {
  /** For the cookie only. */
  token: string;
  lastsMs: number;
}

/** Undefined if the text is no token of this kind. */
export type ReadToken = (site: Site, token: string) => Promise<Offer | undefined>;

export interface VisitorSessions {
  /** Who sends this cookie. */
  find(site: Site, cookie: string | undefined): Promise<SignedIn | undefined>;
  /** Undefined if the token is wrong, used or too old. */
  offer(site: Site, token: string): Promise<Offer | undefined>;
  end(site: Site, cookie: string | undefined): Promise<void>;
}

/** Tokens other than links of the host application. */
export interface OtherTokens {
  signed: ReadToken;
  mailed: ReadToken;
}

/** `deps`: those of live keys. */
export function visitorSessions(
  deps: Deps,
  { hostOf }: Pick<SiteAddresses, 'hostOf'>,
  { signed, mailed }: OtherTokens,
): VisitorSessions {
  const { store, clock } = deps;
  const { read } = store;

  const offerOfLink: ReadToken = async (site, token) => {
    const hash = hashToken(token);
    const link = await read.visitors.findLink(site.id, hash);
    if (link === undefined) return mailed(site, token);
    if (!isCurrent(site, clock.now(), link.expiresAt - linkLastsMs, link.expiresAt)) return undefined;
    const user = await read.users.find(site.id, link.userId);
    if (user === undefined) return undefined;
    const { id: userId, name } = user;
    return {
      userId,
      name,
      mode: 'live',
      returnTo: link.returnTo,
      ...fromApplication,
      accept: ({ before, host }) =>
        beginSession(deps, site.id, { userId, cameBy: 'link', before, host }, async (write) => {
          const taken = await write.visitors.takeLink(site.id, hash);
          return taken !== undefined && taken.expiresAt > clock.now();
        }),
    };
  };

  const offerOfRehearsal: ReadToken = async (site, token) => {
    const rehearsed = await unsealed(read, clock.now(), 'link', site.id, token);
    if (rehearsed === undefined) return undefined;
    const { userId, name, returnTo } = rehearsed;
    return {
      ...{ userId, name, returnTo, mode: 'test' as const, ...fromApplication },
      async accept() {
        const session = { ...rehearsed, expiresAt: clock.now() + rehearsalLastsMs };
        const key = await read.apiKeys.find(site.id, rehearsed.sealedBy);
        return key && { token: sealed('session', site.id, key.hash, session), lastsMs: rehearsalLastsMs };
      },
    };
  };

  return {
    async find(site, cookie) {
      if (cookie === undefined) return undefined;
      if (looksSealed(cookie)) {
        const rehearsed = await unsealed(read, clock.now(), 'session', site.id, cookie);
        if (rehearsed === undefined) return undefined;
        const { userId, name, expiresAt } = rehearsed;
        if (!isCurrent(site, clock.now(), expiresAt - rehearsalLastsMs, expiresAt)) return undefined;
        return { userId, name, mode: 'test' };
      }
      if (!looksLikeToken(cookie)) return undefined;
      const session = await read.visitors.findSession(site.id, sessionHash(cookie, hostOf(site.slug)));
      if (session === undefined) return undefined;
      if (!isCurrent(site, clock.now(), session.createdAt, session.expiresAt)) return undefined;
      const user = await read.users.find(site.id, session.userId);
      return user && { userId: user.id, name: user.name, mode: 'live' };
    },

    async offer(site, token) {
      if (looksSealed(token)) return offerOfRehearsal(site, token);
      return looksLikeToken(token) ? offerOfLink(site, token) : signed(site, token);
    },

    async end(site, cookie) {
      if (cookie === undefined || !looksLikeToken(cookie)) return;
      const hash = sessionHash(cookie, hostOf(site.slug));
      await store.transaction((write) => write.visitors.removeSession(site.id, hash), {
        workspaceId: site.id,
      });
    },
  };
}

/**
 * A session counts on the host that it was made for. Once the operator unbinds a host, whoever owns it next may be sent
 * its cookies, which are worth nothing at the site's other address.
 */
const sessionHash = (token: string, host: string | undefined): string =>
  hashToken(host === undefined ? token : `${host} ${token}`);

type Beginning = Pick<VisitorSession, 'userId' | 'cameBy'> & Pick<Accepting, 'before' | 'host'>;

/** `useUp`: false if someone else has used the token. */
export function beginSession(
  deps: Pick<Deps, 'store' | 'clock' | 'mintId'>,
  workspaceId: string,
  beginning: Beginning,
  useUp: (write: Writer) => Promise<boolean>,
): Promise<NewVisitorSession | undefined> {
  const { userId } = beginning;
  return deps.store.transaction(
    async (write) => {
      // First, because it locks the workspace: whoever ends sessions has done that before, too.
      if (await isNamedFromNowOn(write, workspaceId, userId))
        await write.workspaces.raisePublicRevision(workspaceId, deps.clock.now());
      const isUnused = await useUp(write);
      // They may have been deleted since the page was shown.
      const user = isUnused ? await write.users.find(workspaceId, userId) : undefined;
      return user && startSession(deps, write, workspaceId, beginning);
    },
    { workspaceId },
  );
}

/** Of a person who exists, in place of the session that the browser came with. */
export async function startSession(
  { clock, mintId }: Pick<Deps, 'clock' | 'mintId'>,
  write: Writer,
  workspaceId: string,
  { userId, cameBy, before, host }: Beginning,
): Promise<NewVisitorSession> {
  const token = mintToken();
  const now = clock.now();
  if (before !== undefined && looksLikeToken(before))
    await write.visitors.removeSession(workspaceId, sessionHash(before, host));
  await write.visitors.insertSession(workspaceId, {
    ...{ id: mintId('visitorSession'), hash: sessionHash(token, host), userId, cameBy },
    ...{ createdAt: now, expiresAt: now + visitorSessionLastsMs },
  });
  await write.visitors.noteSignIn(workspaceId, userId, { lastSignedInAt: now, cameBy });
  return { token, lastsMs: visitorSessionLastsMs };
}

/** Whether what was made then still counts: it has not expired, and the site was not switched off since. */
export const isCurrent = (
  { sessionsFrom }: Site,
  now: Instant,
  madeAt: Instant,
  expiresAt: Instant,
): boolean => expiresAt > now && madeAt > sessionsFrom;

export const fromApplication = { held: null, submitsItself: true };

/** Pages may name people once they have signed in themselves. */
async function isNamedFromNowOn(write: Writer, workspaceId: string, userId: string): Promise<boolean> {
  const signIns = (await write.visitors.signInsOf(workspaceId, [userId])).get(userId);
  if (signIns?.lastSignedInAt !== null) return false;
  return (await write.sites.find(workspaceId))?.showNames === true;
}
