// One-time links by which the host application signs a person in: stored ones, and those of a rehearsal, which are not.

import type { Instant } from '../../domain/kernel/clock.ts';
import type { User } from '../../domain/people/user.ts';
import { linkLastsMs } from '../../domain/site/visitor.ts';
import { hashToken, mintToken } from '../../domain/team/token.ts';
import type { Deps } from '../kernel/change.ts';
import { sealed } from './rehearsals.ts';

export interface LinkGiven {
  workspaceId: string;
  /** The API key, or the account, that asks for it. */
  askedBy: string;
  user: User;
  /** Whether the address of the user is proven by this. */
  isProven: boolean;
  returnTo: string;
}

/** Makes the token of a link. The wirings differ in it. */
export type MakeLink = (given: LinkGiven) => Promise<{ token: string; expiresAt: Instant }>;

export const storedLinks =
  ({ store, clock, onRecorded }: Deps): MakeLink =>
  async ({ workspaceId, user, isProven, returnTo }) => {
    const token = mintToken();
    const expiresAt = clock.now() + linkLastsMs;
    await store.transaction(
      async (write) => {
        await write.visitors.insertLink(workspaceId, {
          hash: hashToken(token),
          userId: user.id,
          returnTo,
          expiresAt,
        });
        if (isProven) await write.visitors.noteSignIn(workspaceId, user.id, { emailProven: true });
        // No entry of the ledger is for it, but an atomic batch must not take it for nothing.
        onRecorded?.();
      },
      { workspaceId },
    );
    return { token, expiresAt };
  };

export const rehearsedLinks =
  ({ store, clock }: Deps): MakeLink =>
  async ({ workspaceId, askedBy, user, returnTo }) => {
    const expiresAt = clock.now() + linkLastsMs;
    const key = await store.read.apiKeys.find(workspaceId, askedBy);
    if (key === undefined) throw new Error('Only a test key can rehearse.');
    const { id: userId, name } = user;
    const rehearsed = { sealedBy: key.id, userId, name, returnTo, expiresAt };
    return { token: sealed('link', workspaceId, key.hash, rehearsed), expiresAt };
  };
