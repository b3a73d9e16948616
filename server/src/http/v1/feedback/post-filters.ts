// The filters of posts: in lists, and in the views that keep them.

import { maxUnansweredDays, unowned, visibilities } from '../../../domain/feedback/post.ts';
import {
  among,
  days,
  type Filters,
  filterTable,
  flag,
  instant,
  instantBefore,
  kept,
  lookups,
  many,
  words,
} from '../../input/filters.ts';
import { postTypesIn, statusesIn } from '../catalog/ordered-filter.ts';
import { tagsIn } from '../catalog/tag-filter.ts';
import { emailsBeside } from '../people/people.ts';

export const postFilters = {
  typeId: postTypesIn('typeIds'),
  statusId: statusesIn('statusIds'),
  search: words('searches', 'the title'),
  text: words('texts', 'the title and description together, or in one public comment'),
  updatedSince: instant('updatedSince'),
  createdSince: instant('createdSince'),
  createdBefore: instantBefore('createdBefore'),
  externalId: lookups('externalIds'),
  authorId: many('authorIds'),
  authorEmail: emailsBeside('authorId', 'authorIds'),
  ownerId: many('ownerIds', `a member, or \`${unowned}\``),
  tag: tagsIn('tagIds'),
  voterId: many('voterIds'),
  voterEmail: emailsBeside('voterId', 'voterIds'),
  merged: flag('isMerged'),
  visibility: among('visibilities', visibilities),
  hasComments: flag('hasComments'),
  unansweredDays: days(
    'unansweredDays',
    maxUnansweredDays,
    'for so long, no public comment by a member of the team and no change of status',
  ),
  mergedIntoId: many('mergedIntoIds', 'posts merged into this post'),
  viewId: kept('adds the filters of a view, and its order unless `sortBy` is given'),
} satisfies Filters;

/** Throws if posts can't be filtered by the text. */
export const { check: checkPostFilters } = filterTable(postFilters, []);
