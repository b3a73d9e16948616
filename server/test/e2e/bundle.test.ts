// What the sources do and the bundle must do too: a bundler leaves out calls that it takes to have no effect.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chosenKeys, cleanUpAfterEach, liveKey, newDirectory, serve } from './processes.ts';

cleanUpAfterEach();

it('an operation of a batch whose path cannot be decoded is refused by its name', async () => {
  const { address } = await serve(join(await newDirectory(), 'data'), chosenKeys);
  const answer = await fetch(`${address}/v1/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ operations: [{ method: 'GET', path: '/posts/%zz' }] }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { details: [{ field: 'operations.0.path' }] } });
});
