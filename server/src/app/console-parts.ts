// What several ways into the console share.

import type { Attempts } from './attempts.ts';
import type { Sessions } from './sessions.ts';

export interface ConsoleParts {
  sessions: Sessions;
  attempts: Attempts;
}
