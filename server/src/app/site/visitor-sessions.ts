// Signing in to a site, and who is signed in. A page shows first whom a token signs in; only accepting that uses it up.

import type { Site } from '../../domain/site/site.ts';
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
  /** Uses the token up. Undefined if that has been done meanwhile. */
  accept(asked: Accepting): Promise<NewVisitorSession | undefined>;
}

export interface Accepting {
  /** The cookie that the browser came with, whose session a live one ends. */
  before: string | undefined;
  requestId: string;
}

export interface NewVisitorSession {
  /** For the cookie only. */
  token: string;
  lastsMs: number;
}

/** The kinds of tokens other than links; undefined if the text is none of that kind. */
export type ReadToken = (site: Site, token: string) => Promise<Offer | undefined>;

export interface VisitorSessions {
  /** Who sends this cookie. */
  find(site: Site, cookie: string | undefined): Promise<SignedIn | undefined>;
  /** Undefined if the token is wrong, used or too old. */
  offer(site: Site, token: string): Promise<Offer | undefined>;
  end(site: Site, cookie: string | undefined): Promise<void>;
}

/** `deps`: those of live keys. */
export function visitorSessions(deps: Deps, readSigned: ReadToken): VisitorSessions {
  const { store, clock } = deps;
  const { read } = store;

  const offerOfLink: ReadToken = async (site, token) => {
    const hash = hashToken(token);
    const link = await read.visitors.findLink(site.id, hash);
    if (link === undefined || !isCurrent(site, link.expiresAt - linkLastsMs, link.expiresAt))
      return undefined;
    const user = await read.users.find(site.id, link.userId);
    if (user === undefined) return undefined;
    const { id: userId, name } = user;
    return {
      userId,
      name,
      mode: 'live',
      returnTo: link.returnTo,
      accept: ({ before }) =>
        beginSession(deps, site.id, { userId, cameBy: 'link', before }, async (write) => {
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
      ...{ userId, name, returnTo, mode: 'test' as const },
      async accept() {
        const session = { ...rehearsed, expiresAt: clock.now() + rehearsalLastsMs };
        const key = await read.apiKeys.find(site.id, rehearsed.sealedBy);
        return key && { token: sealed('session', site.id, key.hash, session), lastsMs: rehearsalLastsMs };
      },
    };
  };

  const isCurrent = ({ sessionsFrom }: Site, madeAt: number, expiresAt: number): boolean =>
    expiresAt > clock.now() && madeAt > sessionsFrom;

  return {
    async find(site, cookie) {
      if (cookie === undefined) return undefined;
      if (looksSealed(cookie)) {
        const rehearsed = await unsealed(read, clock.now(), 'session', site.id, cookie);
        if (rehearsed === undefined) return undefined;
        const { userId, name, expiresAt } = rehearsed;
        if (!isCurrent(site, expiresAt - rehearsalLastsMs, expiresAt)) return undefined;
        return { userId, name, mode: 'test' };
      }
      if (!looksLikeToken(cookie)) return undefined;
      const session = await read.visitors.findSession(site.id, hashToken(cookie));
      if (session === undefined || !isCurrent(site, session.createdAt, session.expiresAt)) return undefined;
      const user = await read.users.find(site.id, session.userId);
      return user && { userId: user.id, name: user.name, mode: 'live' };
    },

    async offer(site, token) {
      if (looksSealed(token)) return offerOfRehearsal(site, token);
      return looksLikeToken(token) ? offerOfLink(site, token) : readSigned(site, token);
    },

    async end(site, cookie) {
      if (cookie === undefined || !looksLikeToken(cookie)) return;
      await store.transaction((write) => write.visitors.removeSession(site.id, hashToken(cookie)), {
        workspaceId: site.id,
      });
    },
  };
}

/** `useUp`: false if someone else has used the token. */
export function beginSession(
  { store, clock, mintId }: Pick<Deps, 'store' | 'clock' | 'mintId'>,
  workspaceId: string,
  { userId, cameBy, before }: Pick<VisitorSession, 'userId' | 'cameBy'> & { before: string | undefined },
  useUp: (write: Writer) => Promise<boolean>,
): Promise<NewVisitorSession | undefined> {
  const token = mintToken();
  return store.transaction(
    async (write) => {
      // First, because it locks the workspace: whoever ends sessions has done that before, too.
      if (await isNamedFromNowOn(write, workspaceId, userId))
        await write.workspaces.raisePublicRevision(workspaceId, clock.now());
      const isUnused = await useUp(write);
      // They may have been deleted since the page was shown.
      const user = isUnused ? await write.users.find(workspaceId, userId) : undefined;
      if (user === undefined) return undefined;
      const now = clock.now();
      if (before !== undefined && looksLikeToken(before))
        await write.visitors.removeSession(workspaceId, hashToken(before));
      await write.visitors.insertSession(workspaceId, {
        ...{ id: mintId('visitorSession'), hash: hashToken(token), userId, cameBy },
        ...{ createdAt: now, expiresAt: now + visitorSessionLastsMs },
      });
      await write.visitors.noteSignIn(workspaceId, userId, { lastSignedInAt: now, cameBy });
      return { token, lastsMs: visitorSessionLastsMs };
    },
    { workspaceId },
  );
}

/** Pages may name people once they have signed in themselves. */
async function isNamedFromNowOn(write: Writer, workspaceId: string, userId: string): Promise<boolean> {
  const signIns = (await write.visitors.signInsOf(workspaceId, [userId])).get(userId);
  if (signIns?.lastSignedInAt !== null) return false;
  return (await write.sites.find(workspaceId))?.showNames === true;
}
