// Post types: the kinds of feedback.

import { newOrdered, type Ordered } from './ordered.ts';

export type PostType = Ordered;

export const newPostType = newOrdered;

type DefaultPostType = Pick<PostType, 'name' | 'slug' | 'color' | 'isDefault'>;

export const defaultPostTypes: readonly DefaultPostType[] = [
  { name: 'Feature request', slug: 'feature-request', color: '#3b82f6', isDefault: true },
  { name: 'Bug report', slug: 'bug-report', color: '#ef4444', isDefault: false },
  { name: 'Improvement', slug: 'improvement', color: '#22c55e', isDefault: false },
];
