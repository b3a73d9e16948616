// Somebody else who knows who a person is, and is believed.

export interface SignInProvider {
  /** Where to send the person, and what to remember until they come back. UNAVAILABLE when it is away. */
  start(redirectUrl: string): Promise<{ url: string; pending: PendingSignIn }>;
  /** Who came back, by the whole address they came back to; UNAUTHORIZED when it is not what was started. */
  finish(cameBackTo: URL, pending: PendingSignIn): Promise<Identity>;
}

/** Kept by the person's own browser, and worth nothing elsewhere. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Identity {
  email: string;
  isEmailVerified: boolean;
  name: string | undefined;
}
