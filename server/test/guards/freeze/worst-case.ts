// Shared by the generators of worst-case requests: a request, its result and its source.

import type { ApiOperation } from '../document.ts';
import type { Sent } from '../sending.ts';
import type { World } from '../world.ts';
import type { CostlyData } from './costly-data.ts';

export interface WorstCase {
  label: string;
  /** `attempt` counts repeats, for values that must be unique or are consumed. */
  ask(attempt: string): Sent;
  /** With a live key it takes effect; otherwise it is a dry run that can be repeated. */
  isLive?: boolean;
}

export interface Outcome {
  status: number;
  /** It took so long that larger input need not be tried. */
  isFrozen: boolean;
  /** The longest turn of the event loop, in CPU milliseconds. */
  longestMs: number;
}

/** Called with the result of each request. */
export type WorstCases = Generator<WorstCase, void, Outcome>;

export interface WorstSurroundings {
  operation: ApiOperation;
  world: World;
  costly: CostlyData;
  /** Whether to leave out what ends before the store, because it was measured with another one. */
  onlyStored: boolean;
  /** Unknown fields are compared with those that the operation knows, by the same code for every operation. */
  knowsMostFields: boolean;
  /** The longest accepted text, or 0, by name and schema of a field. Fields that share both share their validation. */
  longestTexts: Map<string, number>;
  /**
   * The most expensive pieces of markup, by name and schema of a field. Fields that share both share their parser: the
   * first one tries all markup, the others what was the most expensive.
   */
  costliestMarkup: Map<string, readonly Markup[]>;
}

/** A piece of text in a format, repeated. */
export interface Markup {
  format: string;
  piece: string;
  length: number;
}

/** The JSON bytes that just fit into a request. */
export const largestJson = 950_000;
