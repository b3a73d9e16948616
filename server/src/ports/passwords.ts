// How passwords are kept and compared. Both take long on purpose, and keep the process free meanwhile.

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long when there is no hash: how long an answer takes says nothing of who has an account. */
  verify(hash: string | null | undefined, password: string): Promise<boolean>;
}
