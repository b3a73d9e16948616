// What visitors of the public site find and decide about mail to themselves.

import { forbidden, notFound } from '../../domain/kernel/failure.ts';
import { defaultMailSettings, type MailSettings } from '../../domain/mail/settings.ts';
import { addressHash, type Suppression, userHash } from '../../domain/mail/suppression.ts';
import type { User } from '../../domain/people/user.ts';
import type { Reader } from '../../ports/store.ts';
import { type Change, change, type Deps, type VisitorCaller } from '../kernel/change.ts';
import type { VisitorLimits } from '../site/visiting/limits.ts';
import { visitorIn } from '../site/visiting/visitor.ts';
import { changeMailSettings, type MailSettingsPatch } from './mail-settings.ts';

/**
 * Whether mail about posts can reach a person. `never`: mail is not set up, they have no address, or it takes no mail;
 * pages promise nothing then. `left`: they stopped these mails themselves.
 */
export type Reach = 'never' | 'left' | 'reached';

export interface VisitorMail {
  reachOf(visitor: VisitorCaller): Promise<Reach>;
  /** `mayResume`: whether they may start mails again that they have stopped. */
  settingsOf(visitor: VisitorCaller): Promise<{ settings: MailSettings; mayResume: boolean }>;
  /** Whether they are told of every changelog entry. */
  isSubscribed(visitor: VisitorCaller): Promise<boolean>;
  /** NOT_FOUND if no mail can come, as for `resume`. */
  update(visitor: VisitorCaller, patch: MailSettingsPatch): Promise<void>;
  /** Starts the mails again that they stopped. No one else can. */
  resume(visitor: VisitorCaller): Promise<void>;
}

export function visitorMail(deps: Deps, limits: VisitorLimits, hasMail: boolean): VisitorMail {
  const { read } = deps.store;

  const settingsIn = async ({ workspaceId, userId }: VisitorCaller): Promise<MailSettings> =>
    (await read.mailSettings.find(workspaceId, userId)) ?? defaultMailSettings;

  /** A change by someone whom mail can come to. */
  const changed = async (visitor: VisitorCaller, work: (write: Change, user: User) => Promise<void>) => {
    await limits.take(visitor, 'vote');
    await change(deps, visitor, async (write) => {
      const user = await visitorIn(write, visitor);
      if (!hasMail || user.email === null) throw notFound('Page');
      await work(write, user);
    });
  };

  return {
    async reachOf({ workspaceId, userId }) {
      if (!hasMail) return 'never';
      const [user, key] = await Promise.all([
        read.users.find(workspaceId, userId),
        read.suppressions.keyOf(workspaceId),
      ]);
      // In a rehearsal, the visitor is made up, with an address.
      if (user === undefined) return 'reached';
      if (user.email === null) return 'never';
      if (key === undefined) return 'reached';
      const hashes = [userHash(key, userId), addressHash(key, user.email)];
      const scopes = await read.suppressions.scopesOf(workspaceId, hashes);
      if (scopes.includes('all')) return 'never';
      return scopes.includes('notices') ? 'left' : 'reached';
    },

    async settingsOf(visitor) {
      const { workspaceId, userId } = visitor;
      const [settings, user] = await Promise.all([settingsIn(visitor), read.users.find(workspaceId, userId)]);
      const stops = user === undefined ? undefined : await stopsOf(read, workspaceId, user);
      return { settings, mayResume: stops?.mayLift ?? true };
    },

    isSubscribed: async (visitor) => hasMail && (await settingsIn(visitor)).allEntries,

    update: (visitor, patch) =>
      changed(visitor, async (write) => {
        await changeMailSettings(write, visitor.workspaceId, visitor.userId, patch);
      }),

    resume: (visitor) =>
      changed(visitor, async (write, user) => {
        const { workspaceId } = visitor;
        const { stops, mayLift } = await stopsOf(write, workspaceId, user);
        if (!mayLift) throw forbidden('Only someone whose address is proven can do this.');
        for (const { id } of stops) {
          await write.suppressions.remove(workspaceId, id);
          write.record('suppression.lifted', id);
        }
      }),
  };
}

/**
 * What the person stopped: for themselves, and for the address that they have. Someone else may have stopped mail to an
 * address that a person merely claims, so only who has proven it starts that again.
 */
async function stopsOf(
  { suppressions, visitors }: Pick<Reader, 'suppressions' | 'visitors'>,
  workspaceId: string,
  { id, email }: User,
): Promise<{ stops: Suppression[]; mayLift: boolean }> {
  const key = await suppressions.keyOf(workspaceId);
  if (key === undefined) return { stops: [], mayLift: true };
  const left = async (hash: string): Promise<Suppression[]> => {
    const found = await suppressions.findByHash(workspaceId, hash, 'notices');
    return found?.reason === 'left' ? [found] : [];
  };
  const own = await left(userHash(key, id));
  const ofAddress = email === null ? [] : await left(addressHash(key, email));
  const isProven = (await visitors.signInsOf(workspaceId, [id])).get(id)?.emailProven === true;
  return { stops: [...own, ...ofAddress], mayLift: ofAddress.length === 0 || isProven };
}
