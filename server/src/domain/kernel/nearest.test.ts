import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const names = ['title', 'statusId', 'typeId', 'tags', 'authorEmail', 'authorName', 'createdAt', 'url'];

it.each([
  ['titel', 'title'],
  ['Title', 'title'],
  ['status_id', 'statusId'],
  ['statusID', 'statusId'],
  ['stausId', 'statusId'],
  ['status', 'statusId'],
  ['tag', 'tags'],
  ['type', 'typeId'],
  ['email', 'authorEmail'],
  ['postStatusId', 'statusId'],
  ['creatdAt', 'createdAt'],
  ['color', undefined],
  ['id', undefined],
  ['', undefined],
  ['é', undefined],
  ['__proto__', undefined],
  [`title${'x'.repeat(100_000)}`, undefined],
])('%s: %s', (given, meant) => {
  expect(nearest(given, names)).toBe(meant);
});
