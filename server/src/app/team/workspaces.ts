// Creates and manages workspaces and keys: the operator's commands.

import { defaultPostTypes, newPostType } from '../../domain/catalog/post-type.ts';
import { defaultStatuses, newStatus } from '../../domain/catalog/status.ts';
import { conflict, Failure, notFound } from '../../domain/kernel/failure.ts';
import { boundedText } from '../../domain/kernel/text.ts';
import { newUser } from '../../domain/people/user.ts';
import type { ApiKey } from '../../domain/team/api-key.ts';
import { type Workspace, workspaceSlug } from '../../domain/team/workspace.ts';
import { asSystem, type Change, type ChangeDeps, change } from '../kernel/change.ts';
import { type MintedKey, mintKey, type NewKey } from './keys.ts';
import { absorb, proveAddress } from './proving.ts';
import { newSetupLink } from './setup.ts';

export interface Workspaces {
  create(slug: string, name: string): Promise<Workspace>;
  list(): Promise<Workspace[]>;
  getBySlug(slug: string): Promise<Workspace>;
  /** On an empty store, creates the first workspace and its keys, and returns their secrets. */
  bootstrap(keys: readonly NewKey[]): Promise<MintedKey[] | undefined>;
  createKey(workspaceId: string, key: NewKey): Promise<MintedKey>;
  listKeys(workspaceId: string): Promise<ApiKey[]>;
  revokeKey(workspaceId: string, id: string): Promise<void>;
  /** Token of a setup link for the first owner; undefined if the workspace has one. */
  setupToken(workspaceId: string): Promise<string | undefined>;
  /** The oldest workspace, while there are no accounts. */
  findUnowned(): Promise<Workspace | undefined>;
  /**
   * Sets a new password hash for someone who cannot sign in, and ends all their sessions. The operator vouches for
   * the email: access that others set up with it ends, and its memberships merge into one account.
   */
  resetPassword(email: string, passwordHash: string): Promise<void>;
}

/** The ledger actor for operator commands. */
const operator = { type: 'system', id: 'operator' } as const;
const inWorkspace = (workspaceId: string) => asSystem(workspaceId, operator);

export function workspaces(deps: ChangeDeps): Workspaces {
  const { store, clock, mintId } = deps;

  const insert = async (write: Change, id: string, slug: string, name: string): Promise<Workspace> => {
    const createdAt = clock.now();
    const user = newUser({ id: mintId('user'), name }, createdAt);
    const workspace: Workspace = { id, slug, name, userId: user.id, createdAt };
    await write.workspaces.insert(workspace);
    await write.users.insert(workspace.id, user);
    for (const [position, status] of defaultStatuses.entries()) {
      const made = newStatus({ ...status, id: mintId('status'), position }, createdAt);
      await write.statuses.insert(workspace.id, made);
    }
    for (const [position, postType] of defaultPostTypes.entries()) {
      const made = newPostType({ ...postType, id: mintId('postType'), position }, createdAt);
      await write.postTypes.insert(workspace.id, made);
    }
    write.record('workspace.created', id);
    return workspace;
  };

  const insertKey = async (write: Change, workspaceId: string, wanted: NewKey): Promise<MintedKey> => {
    const created = mintKey({ clock, mintId }, workspaceId, wanted, null);
    await write.apiKeys.insert(created.key);
    write.record('key.created', created.key.id);
    return created;
  };

  return {
    create: (slug, name) => {
      const checked = { slug: workspaceSlug(slug), name: boundedText(name, 'name', 1, 100) };
      const id = mintId('workspace');
      return change(deps, inWorkspace(id), async (write) => {
        if ((await write.workspaces.findBySlug(checked.slug)) !== undefined) {
          throw conflict(`A workspace with the slug "${checked.slug}" exists already.`);
        }
        return insert(write, id, checked.slug, checked.name);
      });
    },

    list: () => store.read.workspaces.list(),

    async getBySlug(slug) {
      const workspace = await store.read.workspaces.findBySlug(slug);
      if (workspace === undefined) throw notFound(`Workspace "${slug}"`);
      return workspace;
    },

    async bootstrap(keys) {
      if ((await store.read.workspaces.list()).length > 0) return undefined;
      const id = mintId('workspace');
      const creation = change(deps, inWorkspace(id), async (write) => {
        if ((await write.workspaces.list()).length > 0) return undefined;
        await insert(write, id, 'default', 'Default workspace');
        const created = [];
        for (const key of keys) created.push(await insertKey(write, id, key));
        return created;
      });
      // If several processes start on an empty store, one creates the workspace and the others find it.
      return creation.catch((error: unknown) => {
        if (error instanceof Failure && error.code === 'CONFLICT') return undefined;
        throw error;
      });
    },

    createKey: (workspaceId, key) =>
      change(deps, inWorkspace(workspaceId), (write) => insertKey(write, workspaceId, key)),

    setupToken: (workspaceId) =>
      change(deps, inWorkspace(workspaceId), (write) => newSetupLink(write, workspaceId, clock.now())),

    async resetPassword(email, passwordHash) {
      const proven = await store.transaction(async (write) => {
        const now = clock.now();
        const found = await proveAddress(write, email.trim(), {}, now);
        if (found === undefined) throw notFound('Account');
        const account = { ...found.account, passwordHash };
        await write.accounts.update(account);
        await write.sessions.removeOthers(account.id, undefined);
        return { ...found, account };
      });
      await absorb(deps, proven, { actor: operator, requestId: null });
      const { id } = proven.account;
      for (const { workspaceId } of await store.read.memberships.ofAccount(id))
        await change(deps, inWorkspace(workspaceId), async (write) =>
          write.record('member.password_reset', id),
        );
    },

    async findUnowned() {
      const [first] = await store.read.workspaces.list();
      return (await store.read.accounts.exist()) ? undefined : first;
    },

    listKeys: (workspaceId) => store.read.apiKeys.list(workspaceId),

    revokeKey: (workspaceId, id) =>
      change(deps, inWorkspace(workspaceId), async (write) => {
        const key = await write.apiKeys.find(workspaceId, id);
        if (key === undefined) throw notFound('API key');
        if (key.revokedAt !== null) return;
        await write.apiKeys.revoke(workspaceId, id, clock.now());
        write.record('key.revoked', id);
      }),
  };
}
