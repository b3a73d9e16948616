// What visitors of the public site find about mail to themselves.

import { addressHash, userHash } from '../../domain/mail/suppression.ts';
import type { Deps, VisitorCaller } from '../kernel/change.ts';

/**
 * Whether mail about posts can reach a person. `never`: mail is not set up, they have no address, or it takes no mail;
 * pages promise nothing then. `left`: they stopped these mails themselves.
 */
export type Reach = 'never' | 'left' | 'reached';

export interface VisitorMail {
  reachOf(visitor: VisitorCaller): Promise<Reach>;
}

export function visitorMail({ store }: Pick<Deps, 'store'>, hasMail: boolean): VisitorMail {
  const { read } = store;
  return {
    async reachOf({ workspaceId, userId }) {
      if (!hasMail) return 'never';
      const [user, key] = await Promise.all([
        read.users.find(workspaceId, userId),
        read.suppressions.keyOf(workspaceId),
      ]);
      // Whoever rehearses is made up, with an address.
      if (user === undefined) return 'reached';
      if (user.email === null) return 'never';
      if (key === undefined) return 'reached';
      const hashes = [userHash(key, userId), addressHash(key, user.email)];
      const scopes = await read.suppressions.scopesOf(workspaceId, hashes);
      if (scopes.includes('all')) return 'never';
      return scopes.includes('notices') ? 'left' : 'reached';
    },
  };
}
