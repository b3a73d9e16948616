// What is remembered for the console: accounts, their sessions and memberships, the ways in, and what keys asked.
// Part of the store port; a file of its own because no operation of the API shows any of it.

import type { Account } from '../domain/account.ts';
import type { Instant } from '../domain/clock.ts';
import type { Invite, SetupLink } from '../domain/invite.ts';
import type { Membership, Role } from '../domain/membership.ts';
import type { DailyCounts, HourlyCounts, RequestQuery, RequestRecord } from '../domain/request-record.ts';
import type { Session } from '../domain/session.ts';

/** Accounts belong to the installation, not to a workspace. */
export interface AccountReader {
  find(id: string): Promise<Account | undefined>;
  /** The one of the address that is confined to no workspace. Letter case does not count. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** All of the address: the one that is confined to no workspace first, then the others, oldest first. */
  ofEmail(email: string): Promise<Account[]>;
  accountsOf(ids: readonly string[]): Promise<Map<string, Account>>;
  /** Whether there is any. */
  exist(): Promise<boolean>;
}

/** What is read stays as it is until the transaction ends. */
export interface AccountWriter extends AccountReader {
  /** A second one of the same address in the same confinement is a CONFLICT. */
  insert(account: Account): Promise<void>;
  update(account: Account): Promise<void>;
}

export interface MembershipReader {
  find(workspaceId: string, accountId: string): Promise<Membership | undefined>;
  /** Of a workspace, oldest first. */
  list(workspaceId: string): Promise<Membership[]>;
  /** Of a person in all workspaces, oldest first. */
  ofAccount(accountId: string): Promise<Membership[]>;
}

export interface MembershipWriter extends MembershipReader {
  insert(membership: Membership): Promise<void>;
  setRole(workspaceId: string, accountId: string, role: Role): Promise<void>;
  remove(workspaceId: string, accountId: string): Promise<void>;
}

export interface SessionReader {
  findByHash(hash: string): Promise<Session | undefined>;
  /** Of one account, the one that was seen last first. */
  list(accountId: string): Promise<Session[]>;
  /** When somebody was seen last, of those who have a session. */
  lastSeenOf(accountIds: readonly string[]): Promise<Map<string, Instant>>;
}

export interface SessionWriter extends SessionReader {
  insert(session: Session): Promise<void>;
  markSeen(id: string, seen: Pick<Session, 'lastSeenAt' | 'expiresAt' | 'workspaceId'>): Promise<void>;
  /** Whether the account had it. */
  remove(accountId: string, id: string): Promise<boolean>;
  /** All of the account but this one; answers how many. */
  removeOthers(accountId: string, keptId: string | undefined): Promise<number>;
  /** Forgets a limited number of those that expired before; returns how many. */
  forgetBefore(instant: Instant): Promise<number>;
}

export interface InviteReader {
  findByHash(hash: string): Promise<Invite | undefined>;
  /** Oldest first. */
  list(workspaceId: string): Promise<Invite[]>;
  /** To one address, letter case aside, in all workspaces; oldest first. */
  ofEmail(email: string): Promise<Invite[]>;
}

export interface InviteWriter extends InviteReader {
  insert(invite: Invite): Promise<void>;
  /** Whether it was there: of several who use it at once, one is told so. */
  remove(workspaceId: string, id: string): Promise<boolean>;
  /** Forgets a limited number of those that expired before; returns how many. */
  forgetBefore(instant: Instant): Promise<number>;
}

export interface SetupLinkReader {
  findByHash(hash: string): Promise<SetupLink | undefined>;
}

export interface SetupLinkWriter extends SetupLinkReader {
  insert(link: SetupLink): Promise<void>;
  /** Answers how many there were. */
  removeAll(workspaceId: string): Promise<number>;
}

export interface RequestReader {
  /** Newest first; a sort key is the id. */
  page(workspaceId: string, query: RequestQuery): Promise<RequestRecord[]>;
  /** Since a full hour, in no order. */
  hourlyCounts(workspaceId: string, since: Instant): Promise<HourlyCounts[]>;
  /** Since a midnight UTC, in no order. */
  dailyCounts(workspaceId: string, since: Instant): Promise<DailyCounts[]>;
}

export interface RequestWriter extends RequestReader {
  append(records: readonly RequestRecord[]): Promise<void>;
  /** Adds to what was counted for the hours before. */
  addCounts(counts: readonly HourlyCounts[]): Promise<void>;
  /** Forgets a limited number of a workspace's older records; returns how many. */
  forgetRecordsBefore(workspaceId: string, instant: Instant): Promise<number>;
  /** The same of its counts. */
  forgetCountsBefore(workspaceId: string, instant: Instant): Promise<number>;
}

/** Things of a workspace by the day they were made. */
export const countedThings = ['posts', 'votes', 'comments'] as const;
export type CountedThing = (typeof countedThings)[number];

export interface InsightReader {
  /**
   * How many were made on each of so many days, the first beginning at `from`. Private notes do not count. In
   * steps small enough that none keeps the process from answering others.
   */
  countsByDay(workspaceId: string, thing: CountedThing, from: Instant, days: number): Promise<number[]>;
  /** The posts with the most votes since then, most first, ties by id. */
  movers(workspaceId: string, since: Instant, max: number): Promise<{ postId: string; votes: number }[]>;
}
