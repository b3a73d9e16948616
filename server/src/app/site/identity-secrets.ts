// The secrets with which host applications sign tokens. They are stored as they are: a hash could check no signature.

import { randomBytes } from 'node:crypto';
import type { Instant } from '../../domain/kernel/clock.ts';
import type { KeyMode } from '../../domain/team/api-key.ts';
import { type Caller, change, type Deps, needsRole } from '../kernel/change.ts';

/** As long as with webhooks: time to change the configuration of the application. */
const overlapMs = 24 * 3_600_000;

export interface NewIdentitySecret {
  secret: string;
  mode: KeyMode;
  /** Until when the one before works; null if there was none. */
  previousExpiresAt: Instant | null;
}

export interface IdentitySecrets {
  create(caller: Caller, mode: KeyMode): Promise<NewIdentitySecret>;
}

export const identitySecrets = (deps: Deps): IdentitySecrets => ({
  async create(caller, mode) {
    needsRole(caller, 'admin');
    const { workspaceId } = caller;
    return change(deps, caller, async (write) => {
      const now = deps.clock.now();
      const before = await write.visitors.findSecret(workspaceId, mode);
      const secret = `idsec_${mode}_${randomBytes(32).toString('base64url')}`;
      const previousExpiresAt = before === undefined ? null : now + overlapMs;
      await write.visitors.putSecret(workspaceId, mode, {
        secret,
        createdAt: now,
        previousSecret: before?.secret ?? null,
        previousSecretExpiresAt: previousExpiresAt,
      });
      write.record('site.identity_secret_created', workspaceId);
      return { secret, mode, previousExpiresAt };
    });
  },
});
