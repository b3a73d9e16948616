// What the generators of worst requests share: one request, what came of it, and what they are made from.

import type { Awkward } from './awkward.ts';
import type { ApiOperation } from './document.ts';
import type { Sent } from './sending.ts';
import type { World } from './world.ts';

export interface WorstCase {
  label: string;
  /** `attempt` counts repeats: what must be unique, or is used up, differs. */
  ask(attempt: string): Sent;
  /** Under a live key it happens; else it is a rehearsal, which can be repeated. */
  isLive?: boolean;
}

export interface Outcome {
  status: number;
  /** It took so long that what is larger need not be tried. */
  isFrozen: boolean;
}

/** Told what came of each request. */
export type WorstCases = Generator<WorstCase, void, Outcome>;

export interface WorstSurroundings {
  operation: ApiOperation;
  world: World;
  awkward: Awkward;
}

/** Bytes of JSON that just fit into a request. */
export const largestJson = 950_000;
