import { expect, it } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { sweepRecord } from './sweep-record.ts';

const none = { files: 0, events: 0, receipts: 0, sessions: 0, invites: 0, requests: 0 };

it('the record of sweeps adds up what they removed, and keeps when one last came to its end', () => {
  const clock = fakeClock();
  const record = sweepRecord(clock);
  expect([record.swept(), record.failures(), record.lastSuccessAt()]).toEqual([{}, 0, undefined]);
  record.note({ ...none, files: 2, events: 5 });
  const firstAt = clock.now();
  clock.advance(1_000);
  record.noteFailure();
  expect([record.failures(), record.lastSuccessAt()]).toEqual([1, firstAt]);
  record.note({ ...none, files: 1 });
  expect(record.swept()).toMatchObject({ files: 3, events: 5, receipts: 0 });
  expect(record.lastSuccessAt()).toBe(firstAt + 1_000);
});
