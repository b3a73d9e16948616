// What statuses and post types show and take alike.

import Type from 'typebox';
import { toIso } from '../domain/clock.ts';
import { defaultColor, type Ordered } from '../domain/ordered.ts';
import { dateTime, identifier, named } from './common.ts';

export const orderedFields = (prefix: string, thing: string) => ({
  id: identifier(prefix),
  name: Type.String(),
  slug: Type.String({ description: 'Unique in the workspace.' }),
  color: Type.String({ description: '`#rrggbb`.' }),
  position: Type.Integer({ description: 'Its index in the order, from 0.' }),
  isDefault: Type.Boolean({ description: `The ${thing} of a new post that names none.` }),
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

/** All but the name, which a draft must have. */
export const editFields = {
  slug: Type.Optional(
    Type.String({
      description:
        'Lower-case letters, digits and hyphens, at most 64. When one is made, its name makes it; a later ' +
        'change of the name leaves it alone.',
      examples: ['in-beta'],
    }),
  ),
  color: Type.Optional(
    Type.String({ description: '`#rrggbb`.', default: defaultColor, examples: ['#3b82f6'] }),
  ),
  position: Type.Optional(
    Type.Integer({
      description: 'Its index in the order, from 0: the others make room. Past the end means at the end.',
    }),
  ),
  isDefault: Type.Optional(
    Type.Boolean({ description: 'True makes this the default instead of the one that was.' }),
  ),
};

export const orderIn = (name: string, prefix: string) =>
  named(
    name,
    {
      ids: Type.Array(Type.String(), {
        description: 'The id of every one there is, each once, in the new order.',
      }),
    },
    { examples: [{ ids: [`${prefix}_01jz3k8n5yegs9t2w6qv4m7r8c`, `${prefix}_01jz3k8n5ye0h8n2w6qv4m7r8c`] }] },
  );
