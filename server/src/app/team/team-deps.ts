// Dependencies of the console's use cases.

import type { Limiter } from '../../ports/kernel/limiter.ts';
import type { Passwords } from '../../ports/team/passwords.ts';
import type { SignInProvider } from '../../ports/team/sign-in-provider.ts';
import type { ChangeDeps, Deps } from '../kernel/change.ts';

export interface TeamDeps extends ChangeDeps, Pick<Deps, 'mail' | 'onScheduled'> {
  passwords: Passwords;
  limiter: Limiter;
  /** Undefined without a sign-in provider. */
  federation: FederationSettings | undefined;
  /** Reports background failures. */
  onFault(error: unknown): void;
}

export interface FederationSettings {
  /** Button label. */
  label: string;
  provider: SignInProvider;
  /** People with an email in these domains may join without an invite. */
  allowedDomains: readonly string[];
}
