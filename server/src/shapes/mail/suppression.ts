// Addresses that get no mail, in API requests and responses.

import Type, { type Static } from 'typebox';
import { toIso } from '../../domain/kernel/clock.ts';
import {
  type ListedSuppression,
  reportedReasons,
  suppressionReasons,
  suppressionScopes,
} from '../../domain/mail/suppression.ts';
import { dateTime, identifier, named, oneOf } from '../kernel/common.ts';

export const SuppressionShape = named(
  'Suppression',
  {
    id: identifier('supp'),
    email: Type.String(),
    scope: oneOf(suppressionScopes, {
      description: 'What is not sent: everything, news about posts, or links that sign in.',
    }),
    reason: oneOf(suppressionReasons, {
      description:
        'The address does not exist (`bounce`), or its owner ended these mails (`left`) or called them spam ' +
        '(`complaint`).',
    }),
    createdAt: dateTime(),
  },
  { description: 'An address that gets no mail.' },
);

export const SuppressionIn = named(
  'SuppressionIn',
  { email: Type.String(), reason: oneOf(reportedReasons) },
  { examples: [{ email: 'ada@example.com', reason: 'complaint' }] },
);

export const presentSuppression = ({
  id,
  address,
  scope,
  reason,
  createdAt,
}: ListedSuppression): Static<typeof SuppressionShape> => ({
  ...{ id, email: address, scope, reason },
  createdAt: toIso(createdAt),
});

export const suppressionExample: Static<typeof SuppressionShape> = {
  id: 'supp_01jz3k8n5yegs9t2w6qv4m7r8c',
  email: 'ada@example.com',
  scope: 'all',
  reason: 'bounce',
  createdAt: '2026-01-31T09:15:02.123Z',
};
