import { expect, it } from 'vitest';
import { browserOf } from './browser-name.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36', 'Chrome · Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge · Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari · iOS'],
  ['something else', undefined],
  [null, undefined],
])('names %s', (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name);
});
