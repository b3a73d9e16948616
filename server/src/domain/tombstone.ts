// What is left of a deleted thing, so that a mirror kept by polling hears of it.

import type { Instant } from './clock.ts';

export const buriedKinds = [
  'post',
  'comment',
  'user',
  'status',
  'postType',
  'tag',
  'changelog',
  'vote',
] as const;
export type BuriedKind = (typeof buriedKinds)[number];

export interface Tombstone {
  id: string;
  deletedAt: Instant;
}
