// Storage of what visitors sign in with.

import type { Instant } from '../../domain/kernel/clock.ts';
import type { Slice } from '../../domain/kernel/page.ts';
import type {
  IdentitySecret,
  MailedLink,
  SignIns,
  VisitorLink,
  VisitorSession,
} from '../../domain/site/visitor.ts';
import type { KeyMode } from '../../domain/team/api-key.ts';

export interface VisitorReader {
  findSession(workspaceId: string, hash: string): Promise<VisitorSession | undefined>;
  /** Newest first; the sort key is [createdAt, id]. */
  sessionsOf(workspaceId: string, userId: string, slice: Slice): Promise<Omit<VisitorSession, 'hash'>[]>;
  findLink(workspaceId: string, hash: string): Promise<VisitorLink | undefined>;
  findMailedLink(workspaceId: string, hash: string): Promise<MailedLink | undefined>;
  findSecret(workspaceId: string, mode: KeyMode): Promise<IdentitySecret | undefined>;
  /** Of all who exist, also those who never signed in. */
  signInsOf(workspaceId: string, userIds: readonly string[]): Promise<Map<string, SignIns>>;
  /** The names of those of them who have signed in themselves and have one. */
  namesOf(workspaceId: string, userIds: readonly string[]): Promise<Map<string, string>>;
}

export interface VisitorWriter extends VisitorReader {
  insertSession(workspaceId: string, session: VisitorSession): Promise<void>;
  removeSession(workspaceId: string, hash: string): Promise<void>;
  insertLink(workspaceId: string, link: VisitorLink): Promise<void>;
  /** Removes the link and returns it: if several callers use it at the same time, only one gets it. */
  takeLink(workspaceId: string, hash: string): Promise<VisitorLink | undefined>;
  insertMailedLink(workspaceId: string, link: MailedLink): Promise<void>;
  /** As `takeLink`. */
  takeMailedLink(workspaceId: string, hash: string): Promise<MailedLink | undefined>;
  /** Whether the token was not used before: if several callers use it at the same time, only one gets true. */
  useToken(workspaceId: string, digest: string, expiresAt: Instant): Promise<boolean>;
  /** Removes every session and link of the person, and of their address; returns how many sessions. */
  endAllOf(workspaceId: string, userId: string): Promise<number>;
  putSecret(workspaceId: string, mode: KeyMode, secret: IdentitySecret): Promise<void>;
  /** Sets what is given. A changed address is unproven until this says otherwise. */
  noteSignIn(workspaceId: string, userId: string, signedIn: Partial<SignIns>): Promise<void>;
  /** Deletes a limited number of sessions, links and tokens that expired before this time; returns how many. */
  forgetBefore(instant: Instant): Promise<number>;
}
