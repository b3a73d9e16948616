// Fields that statuses and post types share.

import Type from 'typebox';
import { defaultColor, type Ordered } from '../../domain/catalog/ordered.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { dateTime, identifier, named } from '../kernel/common.ts';

export const orderedFields = (prefix: string, thing: string) => ({
  id: identifier(prefix),
  name: Type.String(),
  slug: Type.String({ description: 'Unique in the workspace.' }),
  color: Type.String({ description: '`#rrggbb`.' }),
  position: Type.Integer({ description: 'Position in the order, starting at 0.' }),
  isDefault: Type.Boolean({ description: `Whether new posts get this ${thing} by default.` }),
  postsCount: Type.Integer(),
  createdAt: dateTime(),
});

export const presentOrdered = (thing: Ordered) => ({
  id: thing.id,
  name: thing.name,
  slug: thing.slug,
  color: thing.color,
  position: thing.position,
  isDefault: thing.isDefault,
  postsCount: thing.postsCount,
  createdAt: toIso(thing.createdAt),
});

export const nameField = Type.String({ description: '1 to 64 characters after trimming.' });

/** All fields except the name, which is required on create. */
export const editFields = {
  slug: Type.Optional(
    Type.String({
      description:
        'Lowercase letters, digits and hyphens, at most 64 characters. Generated from the name on create if absent; ' +
        'changing the name later does not change it.',
      examples: ['in-beta'],
    }),
  ),
  color: Type.Optional(
    Type.String({ description: '`#rrggbb`.', default: defaultColor, examples: ['#3b82f6'] }),
  ),
  position: Type.Optional(
    Type.Integer({
      description:
        'Position in the order, starting at 0. The others move to make room. A value past the end means last.',
    }),
  ),
  isDefault: Type.Optional(
    Type.Boolean({ description: 'True makes this the default in place of the current one.' }),
  ),
};

export const orderIn = (name: string, prefix: string) =>
  named(
    name,
    {
      ids: Type.Array(Type.String(), {
        description: 'All IDs, each exactly once, in the new order.',
      }),
    },
    { examples: [{ ids: [`${prefix}_01jz3k8n5yegs9t2w6qv4m7r8c`, `${prefix}_01jz3k8n5ye0h8n2w6qv4m7r8c`] }] },
  );
