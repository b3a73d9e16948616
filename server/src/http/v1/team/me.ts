// The API key of the request, its workspace and its limits: a cheap way to test a key.

import Type, { type Static } from 'typebox';
import { type AccessLimits, windowMs } from '../../../app/kernel/access.ts';
import type { UploadLimits } from '../../../domain/files/attachment.ts';
import { toIso } from '../../../domain/kernel/clock.ts';
import { forbidden } from '../../../domain/kernel/failure.ts';
import { keyModes } from '../../../domain/team/api-key.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../../../shapes/kernel/common.ts';
import { success } from '../../openapi/responses.ts';
import { envelope } from '../../output/envelope.ts';
import { type Operation, operation } from '../kernel/operation.ts';

const limitField = nullable<number>('integer', { description: 'Requests per window; null if unlimited.' });

export const MeShape = named(
  'Me',
  {
    workspace: Type.Object({ id: identifier('ws'), slug: Type.String(), name: Type.String() }),
    key: Type.Object({
      id: identifier('key'),
      name: Type.String(),
      mode: oneOf(keyModes),
      last4: Type.String(),
      createdAt: dateTime(),
      expiresAt: nullable<string>('string'),
    }),
    limits: Type.Object({ windowSeconds: Type.Integer(), read: limitField, write: limitField }),
    uploads: Type.Object({
      maxFiles: Type.Integer(),
      maxImageBytes: Type.Integer({ description: 'Also applies to PDFs.' }),
      maxVideoBytes: Type.Integer(),
    }),
  },
  { description: 'The API key of the request, its workspace and its limits.' },
);

const meExample: Static<typeof MeShape> = {
  workspace: { id: 'ws_01jz3k8n5yegs9t2w6qv4m7r8c', slug: 'default', name: 'Default workspace' },
  key: {
    id: 'key_01jz3k8n5yegs9t2w6qv4m7r8c',
    name: 'First live key',
    mode: 'live',
    last4: '9XbQ',
    createdAt: '2026-01-31T09:15:02.123Z',
    expiresAt: null,
  },
  limits: { windowSeconds: 60, read: 200, write: 60 },
  uploads: { maxFiles: 10, maxImageBytes: 10_485_760, maxVideoBytes: 104_857_600 },
};

const unlimitedAsNull = (limit: number): number | null => (limit === 0 ? null : limit);

export const meOperations = (limits: AccessLimits, uploads: UploadLimits) =>
  ({ read: getMe(limits, uploads) }) satisfies Record<string, Operation>;

const getMe = (limits: AccessLimits, uploads: UploadLimits) =>
  operation({
    operationId: 'getMe',
    summary: 'Test an API key',
    description: 'The key of the request, its workspace and its limits.',
    tags: ['Key'],
    responses: { 200: success('The API key.', Type.Ref('Me'), meExample, 'untagged') },
    errors: ['FORBIDDEN'],
    untagged: true,
    async handler(request) {
      const key = request.apiKey;
      if (key === undefined) throw forbidden('This tells of a key; a person has none.');
      const { id, slug, name } = await request.wiring.workspace(request.caller);
      const me: Static<typeof MeShape> = {
        workspace: { id, slug, name },
        key: {
          id: key.id,
          name: key.name,
          mode: key.mode,
          last4: key.last4,
          createdAt: toIso(key.createdAt),
          expiresAt: key.expiresAt === null ? null : toIso(key.expiresAt),
        },
        limits: {
          windowSeconds: windowMs / 1000,
          read: unlimitedAsNull(limits.read),
          write: unlimitedAsNull(limits.write),
        },
        uploads: { ...uploads },
      };
      return envelope(request, me);
    },
  });
