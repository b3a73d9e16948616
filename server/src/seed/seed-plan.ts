// Plans the demo data: which posts, by whom, when, and with how many votes and comments. Pure: people are indexes,
// statuses and types are passed in, and there are no ids yet.

import type { PostType } from '../domain/catalog/post-type.ts';
import type { Status, StatusCategory } from '../domain/catalog/status.ts';
import type { Instant } from '../domain/kernel/clock.ts';
import { type Draw, demoDescription, demoPerson, demoRemark, demoTags, demoTitle } from './seed-content.ts';

/** In the ledger. */
export const seeder = { type: 'system', id: 'seed' } as const;

const dayMs = 86_400_000;
const spanMs = 730 * dayMs;

export interface PlannedVote {
  person: number;
  votedAt: Instant;
}

export interface PlannedComment {
  person: number;
  content: string;
  /** Index of the parent comment in the same list; undefined for a top-level comment. */
  parent: number | undefined;
  createdAt: Instant;
}

export interface PlannedPost {
  title: string;
  markdown: string;
  statusId: string;
  postTypeId: string;
  /** Indexes into `demoTags`. */
  tags: number[];
  author: number;
  createdAt: Instant;
  updatedAt: Instant;
  /** At most one vote per person. */
  votes: PlannedVote[];
  /** Oldest first; replies follow their parent. */
  comments: PlannedComment[];
}

export interface PlannedPerson {
  name: string;
  email: string;
  createdAt: Instant;
}

export interface SeedPlan {
  people: number;
  person(place: number): PlannedPerson;
  /** Ordered oldest first. */
  post(place: number): PlannedPost;
}

export interface Vocabulary {
  statuses: readonly Status[];
  postTypes: readonly PostType[];
}

/** Nothing is later than `endsAt`; a different end shifts the same feedback in time. */
export function seedPlan(
  seed: string,
  posts: number,
  endsAt: Instant,
  { statuses, postTypes }: Vocabulary,
): SeedPlan {
  const own = drawOf(seed);
  const startsAt = endsAt - spanMs;
  const namesFrom = own.below(1_000_000);
  const people = Math.min(50_000, Math.max(64, Math.ceil(posts / 20)));
  // Customers come and go: only in a small workspace are all of them active at the same time. This also keeps data written at
  // the same time close together in the database.
  const active = powerOfTwoWithin(people, 64);
  const talkative = powerOfTwoWithin(people, 32);
  const known = powerOfTwoWithin(people, 2048);
  const firstOf = (crowd: number, elapsed: number) => Math.floor(elapsed * (people - crowd));

  return {
    people,
    person(place) {
      const joined = Math.max(0, (place - known) / Math.max(1, people - known));
      return { ...demoPerson(namesFrom, place), createdAt: startsAt + Math.floor(joined * spanMs) };
    },
    post(place) {
      const draw = drawOf(`${seed} ${place}`);
      const elapsed = (place + draw.fraction()) / posts;
      // The product grows: later days have more feedback.
      const createdAt = startsAt + Math.floor(elapsed ** 0.6 * spanMs);
      const interestMs = Math.min(60 * dayMs, endsAt - createdAt);
      const later = () => createdAt + Math.floor(interestMs * draw.fraction() ** 3);
      const age = (endsAt - createdAt) / spanMs;

      const wantedVotes = longTail(draw, 5.2, 1.2);
      const crowd = powerOfTwoWithin(known, Math.max(active, 2 * wantedVotes));
      const voters = Math.min(wantedVotes, crowd);
      const base = firstOf(crowd, elapsed);
      const author = draw.below(crowd);
      // The crowd size is a power of two, so an odd stride visits everyone before repeating anyone.
      const stride = 2 * draw.below(crowd / 2) + 1;
      const votes = Array.from({ length: voters }, (_, n) => ({
        person: base + ((author + n * stride) % crowd),
        votedAt: n === 0 ? createdAt : later(),
      }));

      return {
        title: demoTitle(draw),
        markdown: demoDescription(draw),
        statusId: weighted(draw, statuses, (status) => statusWeight(status, age)).id,
        postTypeId: weighted(draw, postTypes, ({ isDefault }) => (isDefault ? 3 : 1)).id,
        tags: tagsOf(draw),
        author: base + author,
        createdAt,
        updatedAt: draw.fraction() < 0.5 ? createdAt : later(),
        votes,
        comments: commentsOf(draw, later, () => base + draw.below(talkative)),
      };
    },
  };
}

function commentsOf(draw: Draw, later: () => Instant, someone: () => number): PlannedComment[] {
  const times = Array.from({ length: Math.min(200, longTail(draw, 1.9, 1.1)) }, later).sort((a, b) => a - b);
  return times.map((createdAt, place) => ({
    person: someone(),
    content: demoRemark(draw),
    // Nearly half of the comments reply to one of the previous three.
    parent: place > 0 && draw.fraction() < 0.45 ? place - 1 - draw.below(Math.min(place, 3)) : undefined,
    createdAt,
  }));
}

function tagsOf(draw: Draw): number[] {
  const wanted = draw.fraction() < 0.75 ? 0 : 1 + draw.below(3);
  return [...new Set(Array.from({ length: wanted }, () => draw.below(demoTags.length)))];
}

/** Older posts are more often completed. */
const whenNew: Record<StatusCategory, number> = {
  reviewing: 60,
  unstarted: 14,
  active: 9,
  completed: 4,
  canceled: 5,
};
const whenOld: Record<StatusCategory, number> = {
  reviewing: 25,
  unstarted: 8,
  active: 4,
  completed: 40,
  canceled: 15,
};

const statusWeight = ({ category, isDefault }: Status, age: number): number =>
  (whenNew[category] * (1 - age) + whenOld[category] * age) * (isDefault ? 3 : 1);

function weighted<T>(draw: Draw, choices: readonly T[], weight: (choice: T) => number): T {
  let left = draw.fraction() * choices.reduce((sum, choice) => sum + weight(choice), 0);
  let chosen: T | undefined;
  for (const choice of choices) {
    chosen = choice;
    left -= weight(choice);
    if (left < 0) break;
  }
  if (chosen === undefined) throw new Error('There is nothing to choose from.');
  return chosen;
}

/** Mostly small values, rarely very large ones; `middle` is the median (log-normal, Box–Muller). */
const longTail = (draw: Draw, middle: number, spread: number): number => {
  const normal = Math.sqrt(-2 * Math.log(1 - draw.fraction())) * Math.cos(2 * Math.PI * draw.fraction());
  return Math.floor(middle * Math.exp(spread * normal));
};

const powerOfTwoWithin = (max: number, wanted: number): number =>
  2 ** Math.floor(Math.log2(Math.min(max, wanted)));

/** Deterministic: the same text always produces the same numbers (FNV-1a into mulberry32). */
export function drawOf(text: string): Draw {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(fraction() * end);
  return { fraction, below, oneOf: (choices) => choices[below(choices.length)] ?? choices[0] };
}
