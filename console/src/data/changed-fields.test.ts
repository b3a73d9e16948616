import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('sends what differs, and nothing that a form only shows', () => {
  const before = { id: 'status_1', name: 'Open', color: null, nextStatusIds: ['a', 'b'] };
  const shown = { name: 'Open', color: null, nextStatusIds: ['a', 'b'] };
  expect(changedFields(shown, before)).toEqual({});
  expect(changedFields({ ...shown, name: 'New' }, before)).toEqual({ name: 'New' });
  expect(changedFields({ ...shown, nextStatusIds: null }, before)).toEqual({ nextStatusIds: null });
});
