import { expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

it.each([
  ['/feedback?q=a#b', '/feedback?q=a#b'],
  ['/settings/../people', '/people'],
])('redirects to %s', (requested, path) => {
  expect(safeRedirect(requested)).toBe(path);
});

it.each([
  undefined,
  '',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  '/sign-in?to=/sign-in',
  '/setup/x',
])('redirects home instead of to %s', (requested) => {
  expect(safeRedirect(requested)).toBe('/');
});
