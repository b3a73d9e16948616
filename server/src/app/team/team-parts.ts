// What several ways into the console share.

import type { Sessions } from './sessions.ts';
import type { Attempts } from './sign-in-limits.ts';

export interface ConsoleParts {
  sessions: Sessions;
  attempts: Attempts;
}
