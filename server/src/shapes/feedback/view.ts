// Views in API requests and responses.

import Type, { type Static } from 'typebox';
import { postSorts } from '../../domain/feedback/post.ts';
import type { View } from '../../domain/feedback/view.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';

const filtersText =
  'As in the query string of `GET /posts`: semicolon-separated `key:value` pairs. Another `viewId` is refused.';
const sharedText = 'Whether all members and API keys see it, or only the member who created it.';

const sortBy = Type.Unsafe<(typeof postSorts)[number] | null>({
  anyOf: [oneOf(postSorts), { type: 'null' }],
  description: 'An order of `GET /posts`, or null for its default.',
});

export const ViewShape = named(
  'View',
  {
    id: identifier('view'),
    name: Type.String(),
    filters: Type.String({ description: filtersText }),
    sortBy,
    shared: Type.Boolean({ description: sharedText }),
    memberId: nullable<string>('string', {
      description: 'The member who created it; null if an application did, or if the member has left.',
    }),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  },
  { description: 'Filters of posts, kept under a name.' },
);

const fields = {
  name: Type.String({ description: '1 to 64 characters.' }),
  filters: Type.String({ description: `${filtersText} At most 2,000 characters.` }),
  sortBy: Type.Optional(sortBy),
  shared: Type.Optional(
    Type.Boolean({
      description:
        'True for an API key, which has no views of its own. For a member, false unless you say so.',
    }),
  ),
};

export const ViewIn = named('ViewIn', fields, {
  examples: [{ name: 'Unanswered', filters: 'unansweredDays:30;merged:false', sortBy: 'votes' }],
});

export const ViewPatchIn = named(
  'ViewPatchIn',
  { ...fields, name: Type.Optional(fields.name), filters: Type.Optional(fields.filters) },
  { examples: [{ name: 'Waiting for us' }] },
);

export const presentView = (view: View): Static<typeof ViewShape> => ({
  id: view.id,
  name: view.name,
  filters: view.filters,
  sortBy: view.sortBy,
  shared: view.shared,
  memberId: view.memberId,
  createdAt: toIso(view.createdAt),
  updatedAt: toIso(view.updatedAt),
});

export const viewExample = {
  id: 'view_01jz3k8n5yegs9t2w6qv4m7r8c',
  name: 'Unanswered',
  filters: 'unansweredDays:30;merged:false',
  sortBy: 'votes',
  shared: true,
  memberId: null,
  createdAt: '2026-01-31T09:15:02.123Z',
  updatedAt: '2026-01-31T09:15:02.123Z',
};
