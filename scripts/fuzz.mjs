// `npm run fuzz -- --requests 100000 --seed N`: odd and hostile requests against the built program.

import { runGuard } from './guard.mjs';

runGuard('fuzz', { requests: 'EARSHOT_FUZZ_REQUESTS', seed: 'EARSHOT_FUZZ_SEED' });
