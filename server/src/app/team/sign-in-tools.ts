// What every way to sign in needs: a session to start, and a limit on wrong passwords.

import type { Sessions } from './sessions.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export interface SignInTools {
  sessions: Sessions;
  signInLimits: SignInLimits;
}
