// Storage for the console: accounts, sessions, memberships, invites, setup links and the request log. Part of the
// store port, but in a separate file because the public API exposes none of it.

import type { Instant } from '../../domain/kernel/clock.ts';
import type { Account } from '../../domain/team/account.ts';
import type { Invite, SetupLink } from '../../domain/team/invite.ts';
import type { Member, MemberQuery, Membership, Role } from '../../domain/team/membership.ts';
import type {
  DailyCounts,
  HourlyCounts,
  RequestQuery,
  RequestRecord,
} from '../../domain/team/request-record.ts';
import type { Session } from '../../domain/team/session.ts';

/** Accounts belong to the installation, not to a workspace. */
export interface AccountReader {
  find(id: string): Promise<Account | undefined>;
  /** The account with this email that isn't confined to a workspace. Case-insensitive. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** All accounts with this email: the unconfined one first, then the others, oldest first. */
  ofEmail(email: string): Promise<Account[]>;
  accountsOf(ids: readonly string[]): Promise<Map<string, Account>>;
  /** Whether any account exists. */
  exist(): Promise<boolean>;
}

/** Reads lock their rows until the transaction ends. */
export interface AccountWriter extends AccountReader {
  /** CONFLICT if the email already has an account in the same scope. */
  insert(account: Account): Promise<void>;
  update(account: Account): Promise<void>;
}

export interface MembershipReader {
  find(workspaceId: string, accountId: string): Promise<Membership | undefined>;
  /** All memberships of a workspace, oldest first. */
  list(workspaceId: string): Promise<Membership[]>;
  page(workspaceId: string, query: MemberQuery): Promise<Member[]>;
  /** Those of these accounts that are members, by ID. */
  membersOf(workspaceId: string, accountIds: readonly string[]): Promise<Map<string, Member>>;
  /** Members whose email address is proven to be theirs, by its key. */
  idsByProvenEmail(workspaceId: string, emails: readonly string[]): Promise<Map<string, string>>;
  /** All memberships of an account, oldest first. */
  ofAccount(accountId: string): Promise<Membership[]>;
}

export interface MembershipWriter extends MembershipReader {
  insert(membership: Membership): Promise<void>;
  setRole(workspaceId: string, accountId: string, role: Role): Promise<void>;
  remove(workspaceId: string, accountId: string): Promise<void>;
}

export interface SessionReader {
  findByHash(hash: string): Promise<Session | undefined>;
  /** The sessions of an account, most recently active first. */
  list(accountId: string): Promise<Session[]>;
  /** When each account was last active; accounts without a session are left out. */
  lastSeenOf(accountIds: readonly string[]): Promise<Map<string, Instant>>;
}

export interface SessionWriter extends SessionReader {
  insert(session: Session): Promise<void>;
  markSeen(id: string, seen: Pick<Session, 'lastSeenAt' | 'expiresAt' | 'workspaceId'>): Promise<void>;
  /** Whether the account had this session. */
  remove(accountId: string, id: string): Promise<boolean>;
  /** Removes every session of the account except this one; returns how many. */
  removeOthers(accountId: string, keptId: string | undefined): Promise<number>;
  /** Deletes a limited number of sessions that expired before this time; returns how many. */
  forgetBefore(instant: Instant): Promise<number>;
}

export interface InviteReader {
  findByHash(hash: string): Promise<Invite | undefined>;
  /** Oldest first. */
  list(workspaceId: string): Promise<Invite[]>;
  /** Invites to this email in all workspaces, case-insensitive; oldest first. */
  ofEmail(email: string): Promise<Invite[]>;
}

export interface InviteWriter extends InviteReader {
  insert(invite: Invite): Promise<void>;
  /** Whether the invite still existed. An earlier link stops working. */
  setHash(workspaceId: string, id: string, hash: string): Promise<boolean>;
  /** Whether the invite existed: if several callers use it concurrently, only one gets true. */
  remove(workspaceId: string, id: string): Promise<boolean>;
  /** Deletes a limited number of invites that expired before this time; returns how many. */
  forgetBefore(instant: Instant): Promise<number>;
}

export interface SetupLinkReader {
  findByHash(hash: string): Promise<SetupLink | undefined>;
}

export interface SetupLinkWriter extends SetupLinkReader {
  insert(link: SetupLink): Promise<void>;
  /** Returns how many links were removed. */
  removeAll(workspaceId: string): Promise<number>;
}

export interface RequestReader {
  /** Newest first; the sort key is the id. */
  page(workspaceId: string, query: RequestQuery): Promise<RequestRecord[]>;
  /** From a full hour on, in no particular order. */
  hourlyCounts(workspaceId: string, since: Instant): Promise<HourlyCounts[]>;
  /** From a midnight UTC on, in no particular order. */
  dailyCounts(workspaceId: string, since: Instant): Promise<DailyCounts[]>;
}

export interface RequestWriter extends RequestReader {
  append(records: readonly RequestRecord[]): Promise<void>;
  /** Adds to the existing counts of each hour. */
  addCounts(counts: readonly HourlyCounts[]): Promise<void>;
  /** Deletes a limited number of a workspace's records from before this time; returns how many. */
  forgetRecordsBefore(workspaceId: string, instant: Instant): Promise<number>;
  /** Same for the counts. */
  forgetCountsBefore(workspaceId: string, instant: Instant): Promise<number>;
}

/** What insights count by day of creation. */
export const countedThings = ['posts', 'votes', 'comments'] as const;
export type CountedThing = (typeof countedThings)[number];

export interface InsightReader {
  /**
   * Counts new objects for each of `days` days, starting at `from`. Private notes don't count. Runs in small steps
   * that don't block the event loop.
   */
  countsByDay(workspaceId: string, thing: CountedThing, from: Instant, days: number): Promise<number[]>;
  /** The posts that gained the most votes since then, most first, ties by id. */
  movers(workspaceId: string, since: Instant, max: number): Promise<{ postId: string; votes: number }[]>;
}
