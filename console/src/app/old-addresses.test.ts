import { expect, it } from 'vitest';
import { currentPath } from './old-addresses.ts';

it.each([
  ['/feedback', '/posts'],
  ['/feedback/new', '/posts/new'],
  ['/feedback/post_1', '/posts/post_1'],
  ['/people/user_1', '/customers/people/user_1'],
  ['/settings/audit-log', '/settings/activity'],
  ['/settings/general', '/settings/workspace'],
  ['/settings/import-export/import_1', '/settings/import-export/import_1'],
  ['/feedbacks', '/feedbacks'],
  ['/', '/'],
])('%s is now %s', (old, current) => {
  expect(currentPath(old)).toBe(current);
});
