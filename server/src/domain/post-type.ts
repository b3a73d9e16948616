// What kind of feedback a post is.

import type { Instant } from './clock.ts';

export interface PostType {
  id: string;
  name: string;
  slug: string;
  color: string;
  position: number;
  isDefault: boolean;
  postsCount: number;
  createdAt: Instant;
}

type NewPostType = Pick<PostType, 'name' | 'slug' | 'color' | 'isDefault'>;

export const defaultPostTypes: readonly NewPostType[] = [
  { name: 'Feature request', slug: 'feature-request', color: '#3b82f6', isDefault: true },
  { name: 'Bug report', slug: 'bug-report', color: '#ef4444', isDefault: false },
  { name: 'Improvement', slug: 'improvement', color: '#22c55e', isDefault: false },
];
