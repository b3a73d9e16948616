// Password hashing and verification. Both are slow by design, but don't block the event loop.

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes just as long without a hash, so that response times don't reveal which accounts exist. */
  verify(hash: string | null | undefined, password: string): Promise<boolean>;
}
