// Suggests the endpoint that was probably meant by a path that does not exist. Knows the routes of the API, which are
// public, and nothing else.

import { misspelling } from '../../domain/kernel/nearest.ts';

/** A method, and a path below the base URL: `/posts/:id`. */
export type Endpoint = readonly [method: string, path: string, ...rest: unknown[]];

/** A sentence to append to the error; empty if nothing is close. */
export function didYouMean(endpoints: readonly Endpoint[], method: string, url: string): string {
  const segments = segmentsOf(url);
  const wanted = method === 'HEAD' ? 'GET' : method;
  let best: { cost: number; text: string } | undefined;
  for (const [offered, path] of endpoints) {
    const distance = distanceOf(path.split('/').slice(1), segments);
    if (distance === undefined) continue;
    const cost = distance + (offered === wanted ? 0 : otherMethod);
    if (best === undefined || cost < best.cost)
      best = { cost, text: `${offered} /v1${path.replace(/:(\w+)/g, '{$1}')}` };
  }
  return best === undefined ? '' : `Did you mean \`${best.text}\`?`;
}

/** Less than any difference between paths. */
const otherMethod = 0.1;

/** A literal that matches exactly is closer than a parameter, which matches anything. */
const anything = 0.3;

/** Below the version, which may be missing, or there twice. */
function segmentsOf(url: string): string[] {
  const [path = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split(/[?#]/, 1);
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.slice(segments.findLastIndex((segment) => segment.toLowerCase() === 'v1') + 1);
}

function distanceOf(pattern: readonly string[], segments: readonly string[]): number | undefined {
  if (pattern.length !== segments.length) return undefined;
  let sum = 0;
  for (const [index, part] of pattern.entries()) {
    const cost = part.startsWith(':') ? anything : misspelling(segments[index] ?? '', part);
    if (cost === undefined) return undefined;
    sum += cost;
  }
  return sum;
}
