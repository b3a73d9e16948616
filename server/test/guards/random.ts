// Random choices, reproducible by seed.

import { randomInt } from 'node:crypto';

export interface Random {
  /** An integer from 0 up to but excluding `limit`. */
  below(limit: number): number;
  /** True with probability 1/`times`. */
  once(times: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: small, and good enough to choose test inputs.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    once: (times) => below(times) === 0,
    pick(choices) {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error('There is nothing to choose from.');
      return choice;
    },
  };
}

/** An integer setting of a guard, from its environment. */
export function setting(name: string, byDefault: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return byDefault;
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a whole number.`);
  return Number(text);
}

/** The given seed, or a new one. */
export const chosenSeed = (name: string): number => setting(name, randomInt(2 ** 31));
