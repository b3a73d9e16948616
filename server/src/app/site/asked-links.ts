// Asks for a mail with a link that signs in. No one is looked up, and nothing is stored but the mail that waits: whether
// the address may sign in is decided when it is sent.

import type { Site, SiteLanguage } from '../../domain/site/site.ts';
import { mintToken } from '../../domain/team/token.ts';
import type { Deps } from '../kernel/change.ts';
import { queueMailAlone } from '../kernel/mail-queue.ts';
import type { VisitorLimits } from './visiting/limits.ts';

export interface LinkWanted {
  site: Site;
  email: string;
  /** A path of the site. */
  returnTo: string;
  /** The post that they voted for before they were known. */
  heldPostId: string | null;
  /** Whether they follow that post, too. */
  follows: boolean;
  language: SiteLanguage;
  /** The network address. */
  address: string;
}

/** Says nothing about what became of it, so that no one learns who is known, or who was mailed before. */
export type AskForLink = (wanted: LinkWanted) => Promise<void>;

/** `deps`: those of live keys. */
export const askingForLinks =
  (deps: Deps, limits: VisitorLimits): AskForLink =>
  async ({ site: { id: workspaceId }, email, returnTo, heldPostId, follows, language, address }) => {
    if (!(await limits.takeMail({ workspaceId, address, email }))) return;
    await queueMailAlone(deps, workspaceId, {
      kind: 'sign-in',
      address: email,
      payload: { returnTo, heldPostId, follows },
      locale: language,
      key: `sign-in:${mintToken()}`,
    });
  };
