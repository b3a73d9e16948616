// What the use cases of the console are given.

import type { Limiter } from '../../ports/limiter.ts';
import type { Passwords } from '../../ports/passwords.ts';
import type { SignInProvider } from '../../ports/sign-in-provider.ts';
import type { ChangeDeps } from '../kernel/change.ts';

export interface TeamDeps extends ChangeDeps {
  passwords: Passwords;
  limiter: Limiter;
  /** Undefined when nobody but us says who a person is. */
  federation: FederationSettings | undefined;
  /** Told of what failed beside an answer. */
  onFault(error: unknown): void;
}

export interface FederationSettings {
  /** What the button says. */
  label: string;
  provider: SignInProvider;
  /** Whoever has an address there may come in without an invite. */
  allowedDomains: readonly string[];
}
