// Tags in API requests and responses.

import Type, { type Static } from 'typebox';
import type { Tag } from '../../domain/catalog/tag.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { absentBefore, dateTime, identifier, named, nullable } from '../kernel/common.ts';

export const TagShape = named(
  'Tag',
  {
    id: identifier('tag'),
    name: Type.String(),
    color: nullable<string>('string', { description: '`#rrggbb`, or null for none.' }),
    isPublic: Type.Optional(
      Type.Boolean({
        description: `Whether visitors of the public site see it on public posts. ${absentBefore}`,
      }),
    ),
    postsCount: Type.Integer(),
    createdAt: dateTime(),
  },
  { description: 'A label that posts share.' },
);

const name = Type.String({
  description: '1 to 64 characters, unique in the workspace, case-insensitive.',
});
const color = Type.Optional(
  nullable<string>('string', { description: '`#rrggbb`, or null for none.', examples: ['#3b82f6'] }),
);

const isPublic = Type.Optional(Type.Boolean({ description: 'Off for a new tag unless you say so.' }));

export const TagIn = named(
  'TagIn',
  { name, color, isPublic },
  { examples: [{ name: 'ui', color: '#3b82f6' }] },
);

export const TagPatchIn = named(
  'TagPatchIn',
  { name: Type.Optional(name), color, isPublic },
  { examples: [{ name: 'User interface' }] },
);

export const presentTag = (tag: Tag): Static<typeof TagShape> => ({
  id: tag.id,
  name: tag.name,
  color: tag.color,
  isPublic: tag.isPublic,
  postsCount: tag.postsCount,
  createdAt: toIso(tag.createdAt),
});

export const tagExample = {
  id: 'tag_01jz3k8n5yegs9t2w6qv4m7r8c',
  name: 'ui',
  color: '#3b82f6',
  isPublic: false,
  postsCount: 12,
  createdAt: '2026-01-31T09:15:02.123Z',
};
