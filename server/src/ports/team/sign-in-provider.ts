// An external identity provider, such as an OpenID Connect server.

export interface SignInProvider {
  /** The URL to redirect to, and the state to keep until the callback. UNAVAILABLE if the provider is down. */
  start(redirectUrl: string): Promise<{ url: string; pending: PendingSignIn }>;
  /** Verifies the full callback URL and returns the identity; UNAUTHORIZED if it doesn't match `pending`. */
  finish(cameBackTo: URL, pending: PendingSignIn): Promise<Identity>;
}

/** Stored in the user's own browser, and useless anywhere else. */
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
