// `npm run crash -- --rounds 100`: repeatedly kills the built program under load, and checks the data.

import { runGuard } from './guard.mjs';

runGuard('crash', { rounds: 'EARSHOT_CRASH_ROUNDS', seed: 'EARSHOT_CRASH_SEED' });
