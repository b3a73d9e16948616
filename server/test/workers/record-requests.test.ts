import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idMinter } from '../../src/domain/kernel/id.ts';
import type { AnsweredRequest } from '../../src/domain/team/request-record.ts';
import type { Store } from '../../src/ports/store.ts';
import { requestRecorder } from '../../src/workers/record-requests.ts';
import { startProgram, type TestProgram } from '../support/program.ts';

let program: TestProgram;
beforeEach(async () => {
  program = await startProgram();
});
afterEach(() => program.close());

const request = (fields: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  workspaceId: program.workspaceId,
  callerId: 'key_1',
  requestId: 'req_1',
  method: 'GET',
  url: '/v1/posts',
  route: '/v1/posts',
  status: 200,
  durationMs: 1.6,
  errorCode: null,
  ...fields,
});

const rows = () => program.database.rows('select * from request_log').length;
const counted = () =>
  Number(program.database.rows('select sum(requests) as sum from request_counts')[0]?.sum);

/** A store that fails on demand and counts calls. */
function unreliable(store: Store) {
  const state = { isAway: false, transactions: 0 };
  const transaction: Store['transaction'] = async (work) => {
    state.transactions += 1;
    if (state.isAway) throw new Error('away');
    return store.transaction(work);
  };
  return { state, store: { ...store, transaction } };
}

function recorder() {
  const { clock, engines } = program;
  const { state, store } = unreliable(engines.store);
  const faults: unknown[] = [];
  const mintId = idMinter(clock, 'live');
  const recording = requestRecorder({ store, clock, mintId, onFault: (error) => faults.push(error) });
  return { recording, state, faults };
}

describe('the request recorder', () => {
  it('writes requests in one batch, and nothing without requests', async () => {
    const { recording, state } = recorder();
    await recording.flush();
    expect(state.transactions).toBe(0);
    for (let index = 0; index < 200; index += 1) recording.note(request({ requestId: `req_${index}` }));
    expect(state.transactions).toBe(0);
    await Promise.all([recording.flush(), recording.flush()]);
    expect([state.transactions, rows(), counted()]).toEqual([1, 200, 200]);
  });

  it('writes 250 successes and 500 requests in total per second, counts the rest, and flushes on stop', async () => {
    const { recording } = recorder();
    recording.start();
    for (let index = 0; index < 1000; index += 1) recording.note(request());
    for (let index = 0; index < 1000; index += 1) recording.note(request({ status: 404 }));
    await recording.flush();
    expect([rows(), counted()]).toEqual([500, 2000]);
    expect(program.database.rows("select id from request_log where outcome = 'error'")).toHaveLength(250);
    recording.note(request());
    await recording.stop();
    expect([rows(), counted()]).toEqual([501, 2001]);
  });

  it('buffers at most 5,000 while the store is unavailable, but counts all', async () => {
    const { recording, state, faults } = recorder();
    state.isAway = true;
    recording.note(request({ requestId: 'the first' }));
    await recording.flush();
    expect(faults).toHaveLength(1);
    for (let second = 0; second < 12; second += 1) {
      for (let index = 0; index < 500; index += 1) recording.note(request({ status: index % 2 ? 429 : 500 }));
      await recording.flush();
    }
    state.isAway = false;
    await recording.flush();
    expect([rows(), counted()]).toEqual([5000, 6001]);
    const [counts] = program.database.rows('select errors, limited from request_counts');
    expect(counts).toEqual({ errors: '3000', limited: '3000' });
    expect(program.database.rows("select id from request_log where request_id = 'the first'")).toEqual([]);
  });

  it('records changes and failures of people, but does not count them', async () => {
    const { recording, state } = recorder();
    const callerId = idMinter(program.clock, 'live')('account');
    recording.note(request({ callerId }));
    recording.note(request({ callerId, status: 304 }));
    await recording.flush();
    expect([state.transactions, rows()]).toEqual([0, 0]);
    recording.note(request({ callerId, method: 'PATCH' }));
    recording.note(request({ callerId, status: 500 }));
    await recording.flush();
    expect([state.transactions, rows()]).toEqual([1, 2]);
    expect(program.database.rows('select * from request_counts')).toEqual([]);
  });

  it('counts each hour separately', async () => {
    const { recording } = recorder();
    recording.note(request());
    program.clock.advance(3_600_000);
    recording.note(request());
    await recording.flush();
    expect(program.database.rows('select requests from request_counts')).toEqual([
      { requests: '1' },
      { requests: '1' },
    ]);
  });
});
