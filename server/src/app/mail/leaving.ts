// What the links in mails do: they end mails like the one that they are in, without signing in, whatever else has
// changed since. One confirms that replies may go to the address of its mail.

import {
  isOurs,
  isPostScope,
  type LeaveLink,
  type LeaveScope,
  leaveScopes,
  readLeaveToken,
  teamMemberOf,
  testScope,
} from '../../domain/mail/leaving.ts';
import { isReplyToScope } from '../../domain/mail/reply-to.ts';
import { addressHash, userHash } from '../../domain/mail/suppression.ts';
import type { SiteLanguage } from '../../domain/site/site.ts';
import { defaultTeamMail, noTeamMail } from '../../domain/team/team-mail.ts';
import type { Writer } from '../../ports/store.ts';
import { change, type Deps } from '../kernel/change.ts';
import { senderOf } from './renderer.ts';
import { askedBy, confirmReplyTo } from './reply-to.ts';

export interface Leavable {
  /** The name that the mail came from. */
  sender: string;
  language: SiteLanguage;
  scope: LeaveScope | 'post' | 'changelog' | 'team' | 'replyTo' | typeof testScope;
}

export interface Leaving {
  /** Undefined if the link is none of ours. */
  find(token: string): Promise<Leavable | undefined>;
  /** Repeated, it changes nothing. */
  leave(token: string): Promise<Leavable | undefined>;
}

export function leaving(deps: Deps): Leaving {
  const { store, clock, mintId } = deps;
  const known = async (token: string): Promise<{ link: LeaveLink; key: string } | undefined> => {
    const read = readLeaveToken(token);
    if (read === undefined) return undefined;
    const key = await store.read.suppressions.keyOf(read.link.workspaceId);
    return key !== undefined && isOurs(key, read) ? { link: read.link, key } : undefined;
  };
  const shown = async (link: LeaveLink, key: string): Promise<Leavable | undefined> => {
    const { workspaceId, scope } = link;
    const found = isPostScope(scope)
      ? 'post'
      : isReplyToScope(scope)
        ? (await askedBy(store.read, link, key)) && 'replyTo'
        : teamMemberOf(scope) !== undefined
          ? 'team'
          : scope === 'changelog' || scope === testScope
            ? scope
            : leaveScopes.find((each) => each === scope);
    const site = await store.read.sites.find(workspaceId);
    if (found === undefined || site === undefined) return undefined;
    return { sender: senderOf(site), language: site.language, scope: found };
  };
  const suppress = async (write: Writer, { workspaceId, who }: LeaveLink, scope: LeaveScope, key: string) => {
    const left = { scope, reason: 'left' as const, isImported: false, createdAt: clock.now() };
    const add = (hash: string, address: string | null) =>
      write.suppressions.add(workspaceId, { id: mintId('suppression'), hash, address, ...left });
    if (!who.startsWith('user_')) return void (await add(who, null));
    // The person, whichever address they have later, and their address, whoever has it later.
    await add(userHash(key, who), null);
    const email = (await write.users.find(workspaceId, who))?.email;
    if (typeof email === 'string') await add(addressHash(key, email), email);
  };

  const asThem = ({ workspaceId, who }: LeaveLink) => ({
    ...{ workspaceId, actor: { type: 'visitor' as const, id: who }, requestId: null },
  });

  /** People who follow it again are told again. */
  const unfollow = (link: LeaveLink, postId: string): Promise<void> =>
    change(deps, asThem(link), async (write): Promise<void> => {
      const { workspaceId, who } = link;
      const post = await write.posts.find(workspaceId, postId);
      const standingId = post?.mergedIntoId ?? postId;
      if (await write.followers.remove(workspaceId, standingId, who))
        write.record('post.followers_removed', standingId);
    });

  const unsubscribe = (link: LeaveLink): Promise<void> =>
    change(deps, asThem(link), async (write): Promise<void> => {
      const { workspaceId, who } = link;
      const settings = await write.mailSettings.find(workspaceId, who);
      if (settings?.allEntries !== true) return;
      await write.mailSettings.put(workspaceId, { userId: who, ...settings, allEntries: false });
      write.record('user.mail_settings_updated', who);
    });

  const endTeamMail = async ({ workspaceId, scope }: LeaveLink): Promise<void> => {
    const accountId = teamMemberOf(scope) ?? '';
    await store.transaction(async (write) => {
      if ((await write.memberships.find(workspaceId, accountId)) === undefined) return;
      const mail = (await write.inboxes.find(workspaceId, accountId))?.mail ?? defaultTeamMail;
      await write.inboxes.setMail(workspaceId, accountId, { ...mail, ...noTeamMail }, null);
    });
  };

  return {
    async find(token) {
      const found = await known(token);
      return found && shown(found.link, found.key);
    },
    async leave(token) {
      const found = await known(token);
      const page = found && (await shown(found.link, found.key));
      if (found === undefined || page === undefined) return undefined;
      const { scope } = page;
      if (scope === 'post') await unfollow(found.link, found.link.scope);
      else if (scope === 'changelog') await unsubscribe(found.link);
      else if (scope === 'team') await endTeamMail(found.link);
      else if (scope === 'replyTo') await confirmReplyTo(deps, found.link, found.key);
      else if (scope !== testScope)
        await store.transaction((write) => suppress(write, found.link, scope, found.key));
      return page;
    },
  };
}
