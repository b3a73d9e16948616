// Compares what the documentation shows with what the program really says. `…` stands for any text, the string "…" for
// any value. IDs must have the same prefix; times and numbers may differ; everything else must be the same.

const id = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The difference, with its path; undefined if there is none. */
export function differenceOf(shown: unknown, real: unknown, path = '$'): string | undefined {
  if (shown === '…') return undefined;
  if (Array.isArray(shown) && Array.isArray(real)) return differenceOfLists(shown, real, path);
  if (isObject(shown) && isObject(real)) return differenceOfObjects(shown, real, path);
  if (typeof shown === 'string' && typeof real === 'string') {
    return isSameText(shown, real) ? undefined : `${path} shows ${shown}, and is ${real}`;
  }
  const isSame = typeof shown === 'number' ? typeof real === 'number' : shown === real;
  return isSame ? undefined : `${path} shows ${JSON.stringify(shown)}, and is ${JSON.stringify(real)}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function differenceOfObjects(
  shown: Record<string, unknown>,
  real: Record<string, unknown>,
  path: string,
): string | undefined {
  const [names, realNames] = [shown, real].map((each) => Object.keys(each).toSorted().join(', '));
  if (names !== realNames) return `${path} shows ${names}, and has ${realNames}`;
  for (const [name, value] of Object.entries(shown)) {
    const difference = differenceOf(value, real[name], `${path}.${name}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** A list that ends in "…" may go on. */
function differenceOfLists(
  shown: readonly unknown[],
  real: readonly unknown[],
  path: string,
): string | undefined {
  const goesOn = shown.at(-1) === '…';
  const items = goesOn ? shown.slice(0, -1) : shown;
  if (goesOn ? real.length < items.length : real.length !== items.length)
    return `${path} shows ${items.length} items, and has ${real.length}`;
  for (const [index, item] of items.entries()) {
    const difference = differenceOf(item, real[index], `${path}[${index}]`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isSameText(shown: string, real: string): boolean {
  const prefix = id.exec(shown)?.[1];
  if (prefix !== undefined) return id.exec(real)?.[1] === prefix;
  if (time.test(shown)) return time.test(real);
  return new RegExp(`^${shown.split('…').map(escaped).join('.*')}$`, 's').test(real);
}

/** The same for plain text, where numbers may differ too. */
export function isShownText(shown: string, real: string): boolean {
  const pattern = escaped(shown.trim())
    .replaceAll('…', '.*')
    .replace(/[\d,]*\d(\\\.\d+)?/g, '[\\d,.]+');
  return new RegExp(`^${pattern}$`).test(real.trim());
}
