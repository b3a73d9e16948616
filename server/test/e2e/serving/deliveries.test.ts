// The built program is killed in the middle of deliveries.

import { afterAll, beforeAll, it } from 'vitest';
import { type Receiver, startReceiver } from '../../support/network/receiver.ts';
import { chosenKeys, cleanUpAfterEach, newDirectory, serve } from '../processes.ts';
import { expectNoneLost } from './delivery-kills.ts';

cleanUpAfterEach();

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

it('loses no event when it is killed 10 times during delivery', { timeout: 240_000 }, async () => {
  const dataDir = await newDirectory();
  const environment = { ...chosenKeys, WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'error' };
  await expectNoneLost(receiver, [() => serve(dataDir, environment)], 10);
});
