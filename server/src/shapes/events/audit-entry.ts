// Ledger entries as the audit log returns them.

import Type, { type Static } from 'typebox';
import type { LedgerEntry } from '../../domain/events/ledger.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { dateTime, identifier, named, nullable } from '../kernel/common.ts';

/** The OpenAPI document references a schema with a title by that name. */
export const ActorShape = Type.Object(
  {
    type: Type.String({
      description:
        '`key` for an API key, `person` for a person in the console, `visitor` for a visitor of the public site, ' +
        '`system` for the service itself.',
    }),
    id: Type.String({
      description: 'The ID of the key (`key_…`), of the account (`acct_…`) or of the user (`user_…`).',
    }),
  },
  { title: 'Actor' },
);

export const AuditEntryShape = named(
  'AuditEntry',
  {
    id: identifier('evt'),
    actor: ActorShape,
    action: Type.String({ examples: ['post.created'] }),
    objectId: Type.String({ description: 'The object that was changed.' }),
    requestId: nullable<string>('string', { description: 'The request that made the change.' }),
    createdAt: dateTime(),
  },
  { description: 'Who did what, and when.' },
);

export const presentEntry = ({
  id,
  actor,
  type,
  objectId,
  requestId,
  createdAt,
}: LedgerEntry): Static<typeof AuditEntryShape> => ({
  id,
  actor,
  action: type,
  objectId,
  requestId,
  createdAt: toIso(createdAt),
});

export const auditExample = {
  id: 'evt_01jz3k8n5yegs9t2w6qv4m7r8c',
  actor: { type: 'key', id: 'key_01jz3k8n5yegs9t2w6qv4m7r8c' },
  action: 'post.created',
  objectId: 'post_01jz3k8n5yegs9t2w6qv4m7r8c',
  requestId: 'req_01jz3k8n5yegs9t2w6qv4m7r8c',
  createdAt: '2026-01-31T09:15:02.123Z',
};
