// The API keys of the workspace.

import Type, { type Static } from 'typebox';
import type { UsedKey } from '../../app/team/keys.ts';
import { givenInstant, isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import { keyModes } from '../../domain/team/api-key.ts';
import { dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { idParams, operation } from './operation.ts';

const KeyShape = named('ApiKey', {
  id: Type.String(),
  name: Type.String(),
  mode: oneOf(keyModes),
  last4: Type.String(),
  createdAt: dateTime(),
  createdBy: nullable<string>('string', {
    description: 'Name of the creator; null if created by the operator.',
  }),
  createdById: nullable<string>('string'),
  creatorHasLeft: Type.Boolean(),
  lastUsedAt: nullable<string>('string'),
  expiresAt: nullable<string>('string'),
  revokedAt: nullable<string>('string'),
  requests24h: Type.Array(Type.Integer(), { description: 'Requests per hour, oldest first.' }),
  errors24h: Type.Integer(),
  limited24h: Type.Integer(),
});

const NewKey = named('NewApiKey', {
  key: KeyShape,
  secret: Type.String({ description: 'Shown only once.' }),
});

const presentKey = (key: UsedKey): Static<typeof KeyShape> => ({
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

export const keyOperations = {
  list: operation({
    operationId: 'listKeys',
    summary: 'List API keys, including revoked ones',
    answer: Type.Object({ keys: Type.Array(KeyShape) }),
    handler: async ({ console, caller }) => ({ keys: (await console.keys.list(caller)).map(presentKey) }),
  }),
  create: operation({
    operationId: 'createKey',
    summary: 'Create an API key',
    body: named('ApiKeyIn', {
      name: Type.String(),
      mode: oneOf(keyModes),
      expiresAt: Type.Optional(nullable<string>('string')),
    }),
    answer: NewKey,
    status: 201,
    async handler({ console, caller, body: { name, mode, expiresAt } }) {
      const { key, secret } = await console.keys.create(caller, { name, mode, expiresAt: expiry(expiresAt) });
      return { key: presentKey(key), secret };
    },
  }),
  roll: operation({
    operationId: 'rollKey',
    summary: 'Replace an API key; the old one keeps working for `overlapHours`',
    params: idParams,
    body: named('RollIn', { overlapHours: Type.Integer() }),
    answer: NewKey,
    status: 201,
    async handler({ console, caller, params, body }) {
      const { key, secret } = await console.keys.roll(caller, params.id, body.overlapHours);
      return { key: presentKey(key), secret };
    },
  }),
  revoke: operation({
    operationId: 'revokeKey',
    summary: 'Revoke an API key',
    params: idParams,
    answer: Type.Object({ id: Type.String(), revokedAt: dateTime() }),
    handler: async ({ console, caller, params: { id } }) => ({
      id,
      revokedAt: toIso(await console.keys.revoke(caller, id)),
    }),
  }),
};
