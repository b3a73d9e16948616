// Values that fields, parameters, ids and headers must reject or handle: empty, huge, of another type, hostile.

import type { Random } from '../random.ts';

const strings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff',
  '😀👨‍👩‍👧‍👦',
  'e\u0301\u0301\u0301',
  '\u202edesrever',
  "'; drop table posts; --",
  '" or 1=1',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '%00',
  '%',
  '%ff%fe',
  '{{7*7}}#{7*7}',
  '__proto__',
  'constructor',
  'null',
  'true',
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(40),
  '0000-00-00',
  '2025-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.001Z',
  'javascript:alert(1)',
  'http://[::1',
  'a@b',
  'K@example.com',
  'post_test_01kg9nb5kbe1bv9vk41c69bt0g',
  'post_01kg9nb5kbe1bv9vk41c69bt0g',
];

const others: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[]],
  [null],
  { a: {} },
];

const lengths = [64, 65, 200, 201, 255, 256, 1000, 10_001, 60_000];

export function anyText(random: Random): string {
  if (random.once(4))
    return random.pick(['a', 'ก', '漢', '😀', '\u0301', ' ', ';', ':', ',']).repeat(random.pick(lengths));
  const text = random.pick(strings);
  return random.once(3) ? text + random.pick(strings) : text;
}

export function anyValue(random: Random, depth = 0): unknown {
  if (random.once(2)) return anyText(random);
  if (depth > 3 || random.once(2)) return random.pick(others);
  if (random.once(12)) return deep(random.pick([10, 50, 500]));
  const items = Array.from({ length: random.below(5) }, () => anyValue(random, depth + 1));
  return random.once(2)
    ? items
    : Object.fromEntries(
        items.map((item, index) => [random.once(2) ? `f${index}` : anyText(random).slice(0, 30), item]),
      );
}

function deep(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { content: value };
  return value;
}

/** For a request target: encoded, partly encoded or raw, but without spaces and line breaks. */
export function inTarget(random: Random, text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return random.once(4) ? text.replace(/[^\x21-\x7e]/g, '%') : encoded;
}
