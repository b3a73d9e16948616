// Statuses: the stages of a post. Each workspace has its own set and can restrict the transitions.

import type { Actor } from '../kernel/actor.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Slice } from '../kernel/page.ts';
import type { New } from '../kernel/version.ts';
import { newOrdered, type Ordered, type OrderedQuery } from './ordered.ts';

export const statusCategories = ['reviewing', 'unstarted', 'active', 'completed', 'canceled'] as const;
export type StatusCategory = (typeof statusCategories)[number];

export interface Status extends Ordered {
  category: StatusCategory;
  /** The statuses a post may move to; null allows any. */
  nextStatusIds: string[] | null;
  /** Whether followers are told when a public post gets this status, unless the change says otherwise. */
  notifyFollowers: boolean;
}

export const newStatus = (
  given: New<Status, 'id' | 'name' | 'slug' | 'position' | 'category'>,
  now: Instant,
): Status => ({ nextStatusIds: null, notifyFollowers: false, ...newOrdered(given, now), ...given });

export interface StatusQuery extends OrderedQuery {
  /** Matches any of these; unknown categories match nothing. */
  categories?: string[];
}

/** A sanity limit: longer lists serve no purpose. */
export const maxNextStatuses = 100;

export interface StatusChange {
  id: string;
  postId: string;
  fromStatusId: string | null;
  toStatusId: string;
  comment: string | null;
  /** Both null if it was imported, or made before actors were kept. */
  actorType: Actor['type'] | null;
  actorId: string | null;
  /** The post was public then. Visitors read the reason of the newest change of a post, if that one is public. */
  isPublic: boolean;
  createdAt: Instant;
}

export interface StatusChangeQuery {
  postIds?: string[];
  /** The statuses moved to. */
  toStatusIds?: string[];
  updatedSince?: Instant;
  slice: Slice;
}

export const mayMove = (from: Status, toId: string): boolean =>
  from.id === toId || from.nextStatusIds === null || from.nextStatusIds.includes(toId);

type DefaultStatus = Pick<Status, 'name' | 'slug' | 'color' | 'category' | 'isDefault'>;

export const defaultStatuses: readonly DefaultStatus[] = [
  { name: 'Open', slug: 'open', color: '#64748b', category: 'reviewing', isDefault: true },
  { name: 'Under review', slug: 'under-review', color: '#a855f7', category: 'reviewing', isDefault: false },
  { name: 'Planned', slug: 'planned', color: '#3b82f6', category: 'unstarted', isDefault: false },
  { name: 'In progress', slug: 'in-progress', color: '#f59e0b', category: 'active', isDefault: false },
  { name: 'Complete', slug: 'complete', color: '#22c55e', category: 'completed', isDefault: false },
  { name: 'Closed', slug: 'closed', color: '#ef4444', category: 'canceled', isDefault: false },
];
