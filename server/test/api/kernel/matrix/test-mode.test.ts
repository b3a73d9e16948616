// Every write of the OpenAPI document under a test key returns the same response as a live one and changes nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWrite, type Operation, operationsOf } from '../../../guards/matrix/operations.ts';
import { type Asked, makeWorld, requestOf, type World } from '../../../guards/matrix/world.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
let world: World;
let writes: Operation[];

beforeAll(async () => {
  program = await startProgram();
  program.exporting.start();
  program.importing.start();
  world = await makeWorld(program.live, 'ours', program.engines.store);
  writes = operationsOf(program.app).filter(isWrite);
});
afterAll(() => program.close());

const seen = async () => {
  await program.idle();
  return [program.dump(), await program.files()];
};

/** Responses that are not marked as test, or calls that changed something. */
async function faultsOf(
  operations: Operation[],
  requestFor: (operation: Operation) => Asked,
): Promise<string[]> {
  const faults: string[] = [];
  let before = await seen();
  for (const operation of operations) {
    const { method, path, ...options } = requestFor(operation);
    const answer = await program.test.call(method, path, options);
    if (answer.status >= 300) faults.push(`${operation.id} was refused: ${answer.status} ${answer.text}`);
    else if (answer.body.test !== true) faults.push(`${operation.id} does not say "test": ${answer.text}`);
    const inner: { status: number }[] = answer.body.data?.results ?? [];
    if (inner.some(({ status }) => status >= 300)) faults.push(`${operation.id} was refused: ${answer.text}`);
    const after = await seen();
    if (JSON.stringify(after) !== JSON.stringify(before))
      faults.push(`${operation.id} left something behind`);
    before = after;
  }
  return faults;
}

describe('every write under a test key', () => {
  it('succeeds, is marked as test, and changes nothing', async () => {
    expect(writes.length).toBeGreaterThan(25);
    expect(await faultsOf(writes, (operation) => requestOf(operation, world))).toEqual([]);
  });

  it('succeeds as a form with a file, and stores no file', async () => {
    const forms = writes.filter(({ form }) => form !== undefined);
    expect(forms.length).toBeGreaterThan(3);
    expect(await faultsOf(forms, (operation) => requestOf(operation, world, { asForm: true }))).toEqual([]);
  });

  it('succeeds inside a batch, and changes nothing', async () => {
    // A batch is JSON, so it has no place for forms.
    const batchable = writes.filter(
      ({ id, json, form }) => id !== 'runBatch' && (json !== undefined || form === undefined),
    );
    const faults = await faultsOf(batchable, (operation) => {
      const { method, path, body } = requestOf(operation, world);
      const inner = { method, path, ...(body !== undefined && { body }) };
      return { method: 'POST', path: '/batch', body: { operations: [inner], atomic: true } };
    });
    expect(faults).toEqual([]);
  });

  it('returns the same fields as under a live key', async () => {
    const faults: string[] = [];
    const creations = writes.filter(({ method, path }) => method === 'POST' && !path.includes('{'));
    const others = writes.filter(
      (operation) => !creations.includes(operation) && operation.method !== 'DELETE',
    );
    const deletions = writes.filter(({ method }) => method === 'DELETE').reverse();
    for (const operation of [...creations, ...others, ...deletions]) {
      const { method, path, ...options } = requestOf(operation, world);
      const trial = await program.test.call(method, path, options);
      const real = await program.live.call(method, path, options);
      const keysOf = (data: object) => Object.keys(data).sort().join();
      if (trial.status !== real.status || keysOf(trial.body.data ?? {}) !== keysOf(real.body.data ?? {}))
        faults.push(`${operation.id}: test ${trial.text}, live ${real.text}`);
    }
    expect(faults).toEqual([]);
  });
});
