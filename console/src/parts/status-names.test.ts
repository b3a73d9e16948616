import { expect, it } from 'vitest';
import { namingStatuses } from './status-names.ts';

it('names the statuses that are known, and leaves the rest as it is', () => {
  const statuses = [
    { id: 'stat_1', name: 'Open' },
    { id: 'stat_12', name: 'Planned' },
  ];
  expect(namingStatuses('It may go to stat_12, stat_1, stat_3.', statuses)).toBe(
    'It may go to Planned, Open, stat_3.',
  );
});
