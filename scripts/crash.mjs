// `npm run crash -- --rounds 100`: kills the built program under load again and again, and checks what is left.

import { runGuard } from './guard.mjs';

runGuard('crash', { rounds: 'EARSHOT_CRASH_ROUNDS', seed: 'EARSHOT_CRASH_SEED' });
