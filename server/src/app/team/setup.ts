// The first owner joins a workspace through a setup link printed for the operator.

import type { Instant } from '../../domain/kernel/clock.ts';
import { conflict, notFound } from '../../domain/kernel/failure.ts';
import { type Account, accountEmail, accountName, checkedPassword } from '../../domain/team/account.ts';
import { type SetupLink, setupLastsMs } from '../../domain/team/invite.ts';
import type { Device } from '../../domain/team/session.ts';
import { hashToken, looksLikeToken, mintToken } from '../../domain/team/token.ts';
import type { Workspace } from '../../domain/team/workspace.ts';
import type { Reader, Writer } from '../../ports/store.ts';
import { type Change, change } from '../kernel/change.ts';
import { type NewSession, wrongCredentials } from './sessions.ts';
import type { SignInTools } from './sign-in-tools.ts';
import type { TeamDeps } from './team-deps.ts';

export interface Setup {
  /** Whether no account exists yet. */
  isNeeded(): Promise<boolean>;
  look(token: string): Promise<Workspace>;
  /** Creates the owner and signs them in. An existing account needs its password. */
  finish(
    token: string,
    owner: { name: string; email: string; password: string },
    device: Device,
    requestId: string,
  ): Promise<NewSession>;
}

const hasOwner = async (read: Reader | Writer, workspaceId: string): Promise<boolean> =>
  (await read.memberships.list(workspaceId)).some(({ role }) => role === 'owner');

/** The token of a new link; undefined if the workspace has an owner. Older links work until one is used. */
export async function newSetupLink(
  write: Change,
  workspaceId: string,
  createdAt: Instant,
): Promise<string | undefined> {
  if (await hasOwner(write, workspaceId)) return undefined;
  const token = mintToken();
  await write.setupLinks.insert({
    workspaceId,
    hash: hashToken(token),
    createdAt,
    expiresAt: createdAt + setupLastsMs,
  });
  write.record('workspace.setup_link_created', workspaceId);
  return token;
}

export function setup(deps: TeamDeps, { sessions, signInLimits }: SignInTools): Setup {
  const { store, clock, mintId, passwords } = deps;

  const found = async (read: Reader | Writer, token: string): Promise<SetupLink> => {
    const link = looksLikeToken(token) ? await read.setupLinks.findByHash(hashToken(token)) : undefined;
    if (link === undefined || link.expiresAt <= clock.now()) throw notFound('Set-up link');
    return link;
  };

  return {
    isNeeded: async () => !(await store.read.accounts.exist()),

    async look(token) {
      const workspace = await store.read.workspaces.find((await found(store.read, token)).workspaceId);
      if (workspace === undefined) throw notFound('Set-up link');
      return workspace;
    },

    async finish(token, owner, device, requestId) {
      const { workspaceId } = await found(store.read, token);
      const name = accountName(owner.name);
      const email = accountEmail(owner.email);
      const { password } = owner;
      const known = await store.read.accounts.findByEmail(email);
      if (known !== undefined) {
        const attempt = { email, password, device };
        if ((await signInLimits.authenticate(attempt, async () => [known])) === undefined)
          throw wrongCredentials();
      }
      const wanted: Account = known ?? {
        id: mintId('account'),
        name,
        email,
        passwordHash: await passwords.hash(checkedPassword(password, email)),
        confinedTo: null,
        provenAt: null,
        locale: null,
        createdAt: clock.now(),
      };
      const actor = { type: 'person' as const, id: wanted.id };
      return change(deps, { workspaceId, actor, requestId }, async (write) => {
        await found(write, token);
        if (await hasOwner(write, workspaceId)) throw conflict('The workspace has an owner already.');
        await write.setupLinks.removeAll(workspaceId);
        const createdAt = clock.now();
        // The first account belongs to the operator, who printed the link; any other email is unproven.
        const provenAt = (await write.accounts.exist()) ? wanted.provenAt : createdAt;
        const account = { ...wanted, provenAt };
        if (known === undefined) await write.accounts.insert(account);
        if ((await write.memberships.find(workspaceId, account.id)) !== undefined)
          await write.memberships.setRole(workspaceId, account.id, 'owner');
        else await write.memberships.insert({ workspaceId, accountId: account.id, role: 'owner', createdAt });
        write.record('member.added', account.id);
        return sessions.begin(write, account, workspaceId, device);
      });
    },
  };
}
