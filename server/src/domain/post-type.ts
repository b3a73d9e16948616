// What kind of feedback a post is.

import type { Ordered } from './ordered.ts';

export type PostType = Ordered;

type NewPostType = Pick<PostType, 'name' | 'slug' | 'color' | 'isDefault'>;

export const defaultPostTypes: readonly NewPostType[] = [
  { name: 'Feature request', slug: 'feature-request', color: '#3b82f6', isDefault: true },
  { name: 'Bug report', slug: 'bug-report', color: '#ef4444', isDefault: false },
  { name: 'Improvement', slug: 'improvement', color: '#22c55e', isDefault: false },
];
