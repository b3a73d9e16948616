// Tokens that a host application signs: reading them, and checking who signed them. What they may say is decided elsewhere.

export interface SignedTokens {
  /** Without checking anything. Undefined if the text is no token. */
  read(token: string): Promise<UncheckedToken | undefined>;
  isSignedBySecret(token: string, secret: string): Promise<boolean>;
  /** Of the public keys of a set that the host application publishes: keys of no use for this token are ignored. */
  isSignedByOneOf(token: string, keys: readonly PublicKey[]): Promise<boolean>;
}

export interface UncheckedToken {
  header: Readonly<Record<string, unknown>>;
  claims: Readonly<Record<string, unknown>>;
}

/** A JSON Web Key. */
export type PublicKey = Readonly<Record<string, unknown>>;

/** The public keys at this address, as their server sends them. Throws if they can't be had. */
export type FetchKeys = (url: string) => Promise<string>;
