// Signing in with a link from a mail. It proves that whoever opens it reads the mail of its address, and only then finds,
// or makes, the person whose address it is. People who merely claimed the address lose it.

import { edited } from '../../domain/kernel/version.ts';
import { maskedAddress } from '../../domain/mail/address.ts';
import { newUser, type User } from '../../domain/people/user.ts';
import type { Site } from '../../domain/site/site.ts';
import { type MailedLink, mailedLinkLastsMs } from '../../domain/site/visitor.ts';
import { hashToken, looksLikeToken } from '../../domain/team/token.ts';
import type { Writer } from '../../ports/store.ts';
import { change, type Deps } from '../kernel/change.ts';
import { holderOf, mayComeByMail } from './address-holders.ts';
import type { VisitorLimits } from './visiting/limits.ts';
import {
  type Accepting,
  beginSession,
  isCurrent,
  type NewVisitorSession,
  type Offer,
  type ReadToken,
  startSession,
} from './visitor-sessions.ts';

/** `deps`: those of live keys. A rehearsal is sent no mail. */
export function mailedSignIn(deps: Deps, limits: VisitorLimits): ReadToken {
  const { store, clock, mintId } = deps;
  const { read } = store;

  /** Uses the link up; false if someone else has done that. */
  const take = async (write: Writer, workspaceId: string, hash: string): Promise<boolean> => {
    const taken = await write.visitors.takeMailedLink(workspaceId, hash);
    return taken !== undefined && taken.expiresAt > clock.now();
  };

  const comeBack = (
    { id: workspaceId }: Site,
    { hash, email }: MailedLink,
    { id: userId }: User,
    { before, host }: Accepting,
  ): Promise<NewVisitorSession | undefined> =>
    beginSession(deps, workspaceId, { userId, cameBy: 'mail', before, host }, async (write) => {
      // The address may have passed to someone else since it was looked up.
      const { owner } = await holderOf(write, workspaceId, email);
      if (!(await take(write, workspaceId, hash)) || owner?.id !== userId) return false;
      await write.visitors.noteSignIn(workspaceId, userId, { emailProven: true });
      return true;
    });

  const comeNew = async (
    { id: workspaceId }: Site,
    { hash, email }: MailedLink,
    { before, host, requestId, address }: Accepting,
  ): Promise<NewVisitorSession | undefined> => {
    await limits.takeNewPerson({ workspaceId, address });
    const by = { workspaceId, actor: { type: 'system' as const, id: 'sign-in' }, requestId };
    return change(deps, by, async (write) => {
      const { owner, claimant } = await holderOf(write, workspaceId, email);
      // Proven by another link meanwhile: this one stays as it is, since nothing is written.
      if (owner !== undefined || !(await take(write, workspaceId, hash))) return undefined;
      const now = clock.now();
      if (claimant !== undefined) {
        const without = edited(claimant, { email: null }, now);
        await write.visitors.endAllOf(workspaceId, claimant.id);
        await write.users.update(workspaceId, without);
        write.updated('user', claimant, without);
      }
      const user = newUser({ id: mintId('user'), email }, now);
      await write.users.insert(workspaceId, user);
      write.created('user', user);
      await write.visitors.noteSignIn(workspaceId, user.id, { emailProven: true });
      return startSession(deps, write, workspaceId, { userId: user.id, cameBy: 'mail', before, host });
    });
  };

  return async (site, token): Promise<Offer | undefined> => {
    if (!looksLikeToken(token)) return undefined;
    const link = await read.visitors.findMailedLink(site.id, hashToken(token));
    if (link === undefined) return undefined;
    const { email, expiresAt, returnTo, heldPostId, follows } = link;
    if (!isCurrent(site, clock.now(), expiresAt - mailedLinkLastsMs, expiresAt)) return undefined;
    const holder = await holderOf(read, site.id, email);
    if (!mayComeByMail(site, holder, email)) return undefined;
    const { owner } = holder;
    return {
      userId: owner?.id,
      name: owner?.name ?? maskedAddress(email),
      mode: 'live',
      returnTo,
      held: heldPostId === null ? null : { postId: heldPostId, follows },
      // A program that scans mail may run scripts.
      submitsItself: false,
      accept: (asked) =>
        owner === undefined ? comeNew(site, link, asked) : comeBack(site, link, owner, asked),
    };
  };
}
