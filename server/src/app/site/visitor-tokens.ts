// How the host application lets a person in: a link for them, and an end to all of their sessions.

import { badField, notFound } from '../../domain/kernel/failure.ts';
import { checkedFields, type UserEdit } from '../../domain/people/user.ts';
import type { SiteAddresses } from '../../domain/site/site.ts';
import { sitePath } from '../../domain/site/visitor.ts';
import { type Caller, change, type Deps, faultsOf, needsRole } from '../kernel/change.ts';
import type { LinkGiven, MakeLink } from './visitor-links.ts';
import { introduce, isProvenBy } from './visitor-people.ts';

/** Null counts as absent, as where people are created. */
export interface VisitorGiven extends UserEdit {
  emailVerified?: boolean | null | undefined;
  returnTo?: string | null | undefined;
}

export interface VisitorTokens {
  /** A link that signs this person in to the site. */
  create(caller: Caller, given: VisitorGiven): Promise<{ url: string; expiresAt: number }>;
  /** Ends a person's sessions and unused links; returns how many sessions. */
  endSessions(caller: Caller, userId: string): Promise<number>;
}

export function visitorTokens(deps: Deps, { urlOf }: SiteAddresses, makeLink: MakeLink): VisitorTokens {
  const { store } = deps;
  return {
    async create(caller, { emailVerified, returnTo, ...given }) {
      needsRole(caller, 'admin');
      const { workspaceId, actor } = caller;
      const faults = faultsOf(caller);
      const fields = checkedFields(given, faults);
      const path = faults.check(() => sitePath(returnTo ?? '/', 'returnTo'), '/');
      faults.check(() => needsExternalId(fields.externalId), undefined);
      faults.throwAny();
      const introduced = {
        ...fields,
        externalId: fields.externalId ?? '',
        emailVerified: emailVerified === true,
      };
      const site = await store.read.sites.find(workspaceId);
      if (site === undefined) throw notFound('Workspace');
      const user = await introduce(deps, caller, introduced);
      const isProven = isProvenBy(user, introduced);
      const link: LinkGiven = { workspaceId, askedBy: actor.id, user, isProven, returnTo: path };
      const { token, expiresAt } = await makeLink(link);
      return { url: `${urlOf(site.slug)}/sign-in/${token}`, expiresAt };
    },

    async endSessions(caller, userId) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      return change(deps, caller, async (write) => {
        const user = await write.users.find(workspaceId, userId);
        if (user === undefined) throw notFound('User');
        const ended = await write.visitors.endAllOf(workspaceId, userId);
        write.record('user.sessions_ended', userId);
        return ended;
      });
    },
  };
}

/** A person is found by nothing else. */
function needsExternalId(externalId: string | null | undefined): void {
  if (externalId == null) throw badField('externalId', 'is required.');
}
