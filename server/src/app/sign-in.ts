// Signing in with e-mail address and password.

import { Failure } from '../domain/failure.ts';
import type { Device } from '../domain/session.ts';
import { isStorable } from '../domain/text.ts';
import type { ConsoleDeps } from './console-deps.ts';
import type { ConsoleParts } from './console-parts.ts';
import type { NewSession } from './sessions.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface SignIn {
  /** `before` is the token that the browser came with: it stands for nobody any more. */
  withPassword(credentials: Credentials, device: Device, before: string | undefined): Promise<NewSession>;
}

/** Says neither which of the two is wrong nor whether there is such an account. */
export const wrongCredentials = (): Failure =>
  new Failure('UNAUTHORIZED', 'The e-mail address or the password is wrong.');

export const signIn = ({ store }: ConsoleDeps, { sessions, attempts }: ConsoleParts): SignIn => ({
  async withPassword({ email: given, password }, device, before) {
    const email = given.trim();
    // What cannot be kept is nobody's; an engine would choke on it.
    const account = isStorable(email) ? await store.read.accounts.findByEmail(email) : undefined;
    const isRight = await attempts.isRight({ email, password, address: device.address }, account);
    if (!isRight || account === undefined) throw wrongCredentials();
    const [membership] = await store.read.memberships.ofAccount(account.id);
    if (membership === undefined) throw wrongCredentials();
    const latest = (await store.read.sessions.list(account.id))[0]?.workspaceId;
    return store.transaction((write) =>
      sessions.begin(write, account.id, latest ?? membership.workspaceId, device, before),
    );
  },
});
