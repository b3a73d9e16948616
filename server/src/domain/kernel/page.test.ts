import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxLimit, maxPageNumber, type Page, type PageRequest, pageOf, sliceOf } from './page.ts';

/** A store of ascending numbers, queried with `sliceOf`. */
const readPage = (numbers: number[], request: PageRequest): Page<number> => {
  const { take, skip, after } = sliceOf(request);
  const from = after === undefined ? numbers : numbers.filter((number) => number > Number(after[0]));
  return pageOf(from.slice(skip, skip + take), request, (number) => [number]);
};

const list = fc.nat(40).map((length) => Array.from({ length }, (_, index) => index * 3));
const limit = fc.integer({ min: 1, max: 12 });

describe('pages', () => {
  it('read by cursor contain every item once, in order', () => {
    fc.assert(
      fc.property(list, limit, (numbers, size) => {
        const seen: number[] = [];
        let number = 1;
        for (;;) {
          const page = readPage(numbers, { limit: size, start: { kind: 'page', number } });
          seen.push(...page.items);
          expect(page.items.length).toBeLessThanOrEqual(size);
          if (!page.hasMore) {
            expect(page.cursor).toBe(number);
            expect(page.next).toBeUndefined();
            break;
          }
          expect(page.cursor).toBe(number + 1);
          expect(page.items).toHaveLength(size);
          number = page.cursor;
        }
        expect(seen).toEqual(numbers);
      }),
    );
  });

  it('read by "next" contain every item once, in order', () => {
    fc.assert(
      fc.property(list, limit, (numbers, size) => {
        const seen: number[] = [];
        let page = readPage(numbers, { limit: size, start: { kind: 'page', number: 1 } });
        seen.push(...page.items);
        while (page.next !== undefined) {
          expect(page.hasMore).toBe(true);
          page = readPage(numbers, { limit: size, start: { kind: 'after', key: page.next } });
          seen.push(...page.items);
        }
        expect(page.hasMore).toBe(false);
        expect(seen).toEqual(numbers);
      }),
    );
  });

  it('request one extra item and do not return it', () => {
    expect(sliceOf({ limit: 20, start: { kind: 'page', number: 3 } })).toEqual({
      take: 21,
      skip: 40,
      after: undefined,
    });
    expect(sliceOf({ limit: 5, start: { kind: 'after', key: [7, 'x'] } })).toEqual({
      take: 6,
      skip: 0,
      after: [7, 'x'],
    });
    const full = pageOf([1, 2, 3], { limit: 2, start: { kind: 'page', number: 4 } }, (number) => [number]);
    expect(full).toEqual({ items: [1, 2], cursor: 5, hasMore: true, next: [2] });
  });

  it('past the end are empty and keep their cursor', () => {
    const page = pageOf([], { limit: 2, start: { kind: 'page', number: 9 } }, () => [0]);
    expect(page).toEqual({ items: [], cursor: 9, hasMore: false, next: undefined });
  });

  it('never skip beyond a safe integer', () => {
    const { skip } = sliceOf({ limit: maxLimit, start: { kind: 'page', number: maxPageNumber } });
    expect(Number.isSafeInteger(skip)).toBe(true);
  });
});
