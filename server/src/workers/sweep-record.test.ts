import { expect, it } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { sweepRecord } from './sweep-record.ts';

const none = {
  payloads: 0,
  deliveries: 0,
  mails: 0,
  idempotencyKeys: 0,
  sessions: 0,
  visitors: 0,
  invites: 0,
  requests: 0,
  inboxes: 0,
  exports: 0,
  imports: 0,
  tidied: 0,
};
const files = { trashed: 0, removed: 0, restored: 0 };

it('adds up what sweeps removed, and keeps the time of the last success', () => {
  const clock = fakeClock();
  const record = sweepRecord(clock);
  expect([record.swept(), record.failures(), record.lastSuccessAt()]).toEqual([{}, 0, undefined]);
  record.note({ ...none, payloads: 5, files: { ...files, trashed: 2 } });
  const firstAt = clock.now();
  clock.advance(1_000);
  record.noteFailure();
  expect([record.failures(), record.lastSuccessAt()]).toEqual([1, firstAt]);
  record.note({ ...none, files: { ...files, trashed: 1, removed: 2 } });
  expect(record.swept()).toMatchObject({ filesTrashed: 3, filesRemoved: 2, payloads: 5, idempotencyKeys: 0 });
  expect(record.lastSuccessAt()).toBe(firstAt + 1_000);
});
