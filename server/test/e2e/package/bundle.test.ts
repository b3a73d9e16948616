// The bundle must behave like the sources: a bundler drops calls that it considers free of side effects.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chosenKeys, cleanUpAfterEach, liveKey, newDirectory, serve } from '../processes.ts';

cleanUpAfterEach();

it('a batch operation whose path cannot be decoded is rejected by name', async () => {
  const { address } = await serve(join(await newDirectory(), 'data'), chosenKeys);
  const answer = await fetch(`${address}/v1/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ operations: [{ method: 'GET', path: '/posts/%zz' }] }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { details: [{ field: 'operations.0.path' }] } });
});
