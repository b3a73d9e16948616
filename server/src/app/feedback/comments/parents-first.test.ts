import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parentsFirst } from './parents-first.ts';

describe('parentsFirst', () => {
  it('keeps the order of entries without parents', () => {
    expect(parentsFirst([undefined, undefined, undefined])).toEqual({ order: [0, 1, 2] });
  });

  it('puts a parent before its replies, wherever it is', () => {
    expect(parentsFirst([2, 0, undefined])).toEqual({ order: [2, 0, 1] });
  });

  it.each<[string, (number | undefined)[]]>([
    ['an entry below itself', [0]],
    ['two entries below each other', [1, 0]],
    ['a cycle that a reply leads to', [1, 2, 1]],
  ])('finds %s', (_name, parents) => {
    expect(parentsFirst(parents)).toEqual({ cycleAt: expect.any(Number) });
  });

  it('orders any forest completely, parents first', () => {
    // Each entry's parent has a smaller rank, so there are no cycles; the ranks are then shuffled.
    const forest = fc
      .array(fc.option(fc.nat(), { nil: undefined }), { maxLength: 60 })
      .chain((picks) =>
        fc
          .shuffledSubarray([...picks.keys()], { minLength: picks.length })
          .map((places) => ({ picks, places })),
      );
    fc.assert(
      fc.property(forest, ({ picks, places }) => {
        const parents = new Array<number | undefined>(picks.length).fill(undefined);
        for (const [rank, pick] of picks.entries()) {
          const place = places[rank] ?? 0;
          if (pick !== undefined && rank > 0) parents[place] = places[pick % rank];
        }
        const found = parentsFirst(parents);
        if (!('order' in found)) throw new Error('There is no cycle.');
        expect(found.order.toSorted((a, b) => a - b)).toEqual([...picks.keys()]);
        for (const [index, parent] of parents.entries())
          if (parent !== undefined)
            expect(found.order.indexOf(parent)).toBeLessThan(found.order.indexOf(index));
      }),
    );
  });

  it('does not overflow the stack with a long chain', () => {
    const length = 100_000;
    const chain = Array.from({ length }, (_, index) => (index + 1 < length ? index + 1 : undefined));
    expect(parentsFirst(chain)).toMatchObject({ order: { length } });
  });
});
