// Two nodes deliver the same webhook's events, and one of them is killed in the middle of it.

import { afterAll, beforeAll, it } from 'vitest';
import { type Receiver, startReceiver } from '../../support/network/receiver.ts';
import { newEngines, type TestEngines } from '../../support/servers/engines.ts';
import { chosenKeys, cleanUpAfterEach, newDirectory, serve } from '../processes.ts';
import { expectNoneLost } from '../serving/delivery-kills.ts';

cleanUpAfterEach();

let engines: TestEngines;
let receiver: Receiver;
beforeAll(async () => {
  engines = await newEngines();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await engines.close();
});

// The last deliveries of a killed node become due again after 30 seconds.
it('loses no event when its nodes are killed in turn during delivery', { timeout: 360_000 }, async () => {
  const environment = {
    ...engines.environment,
    ...chosenKeys,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    LOG_LEVEL: 'error',
  };
  const start = async () => {
    const dataDir = await newDirectory();
    return () => serve(dataDir, environment);
  };
  await expectNoneLost(receiver, [await start(), await start()], 8);
});
