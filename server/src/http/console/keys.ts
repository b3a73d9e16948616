// The API keys of the workspace.

import Type, { type Static } from 'typebox';
import type { UsedKey } from '../../app/team/keys.ts';
import { keyModes } from '../../domain/api-key.ts';
import { givenInstant, toIso } from '../../domain/clock.ts';
import { nullable, oneOf } from '../../shapes/common.ts';
import { idOf } from '../v1/kernel/operation.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';

const KeyIn = Type.Object({
  name: Type.String(),
  mode: oneOf(keyModes),
  expiresAt: Type.Optional(nullable<string>('string')),
});

const RollIn = Type.Object({ overlapHours: Type.Integer() });

const isoOrNull = (instant: number | null): string | null => (instant === null ? null : toIso(instant));

const presentKey = (key: UsedKey) => ({
  id: key.id,
  name: key.name,
  mode: key.mode,
  last4: key.last4,
  createdAt: toIso(key.createdAt),
  createdBy: key.createdByName,
  createdById: key.createdBy,
  creatorHasLeft: key.creatorHasLeft,
  lastUsedAt: isoOrNull(key.lastUsedAt),
  expiresAt: isoOrNull(key.expiresAt),
  revokedAt: isoOrNull(key.revokedAt),
  requests24h: key.requests24h,
  errors24h: key.errors24h,
  limited24h: key.limited24h,
});

const expiry = (text: string | null | undefined): number | undefined =>
  text == null ? undefined : givenInstant(text, 'expiresAt');

export const keyOperations = ({ console: { keys } }: ConsoleApiOptions) =>
  ({
    list: {
      handler: async ({ caller }) => ({ keys: (await keys.list(caller)).map(presentKey) }),
    },
    create: {
      body: KeyIn,
      status: 201,
      async handler({ caller, body }) {
        const { name, mode, expiresAt } = body as Static<typeof KeyIn>;
        const made = await keys.create(caller, { name, mode, expiresAt: expiry(expiresAt) });
        return { key: presentKey(made.key), secret: made.secret };
      },
    },
    roll: {
      body: RollIn,
      status: 201,
      async handler(request) {
        const { overlapHours } = request.body as Static<typeof RollIn>;
        const made = await keys.roll(request.caller, idOf(request), overlapHours);
        return { key: presentKey(made.key), secret: made.secret };
      },
    },
    revoke: {
      async handler(request) {
        const id = idOf(request);
        return { id, revokedAt: toIso(await keys.revoke(request.caller, id)) };
      },
    },
  }) satisfies Record<string, ConsoleOperation>;
