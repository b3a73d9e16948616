import { expect, it } from 'vitest';
import { siteFrameOrigins } from './site.ts';

it('takes exact https origins, each once', () => {
  const origins = ['https://app.example.com', 'https://localhost:8443', 'https://xn--bcher-kva.test'];
  expect(siteFrameOrigins([...origins, ...origins])).toEqual(origins);
});

it.each([
  'http://a.test',
  'https://a.test/',
  'https://a.test/path',
  'https://*.a.test',
  'https://A.test',
  'https://a.test:443',
  'https://a.test:99999',
  "https://a.test 'unsafe-inline'",
  'https://a.test;',
  'https://a.test,https://b.test',
  'https://a.test\nx',
  'https://user@a.test',
  'https://b\u00fccher.test',
  'https://',
  'null',
  '*',
])('refuses %j as a frame origin', (origin) => {
  expect(() => siteFrameOrigins([origin])).toThrow('"frameOrigins" must be a list of https origins');
});
