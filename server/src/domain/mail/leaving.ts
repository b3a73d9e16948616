// The links in mails that end mails like them. They never expire, sign no one in, and end only what they name.

import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link ends. */
export const leaveScopes = ['notices', 'sign_in'] as const;
export type LeaveScope = (typeof leaveScopes)[number];

/** Of a link in a test: it ends nothing. */
export const testScope = 'test';

/** Besides these, a link may name a post, which the person then no longer follows. */
export const isPostScope = (scope: string): boolean => scope.startsWith('post_');

const teamPrefix = 'team_';

/** Of a member's mails about the inbox. */
export const teamScope = (accountId: string): string => `${teamPrefix}${accountId}`;

/** The member whose mails a link ends; undefined if it ends others. */
export const teamMemberOf = (scope: string): string | undefined =>
  scope.startsWith(teamPrefix) ? scope.slice(teamPrefix.length) : undefined;

export interface LeaveLink {
  workspaceId: string;
  /** A user ID, or the hash of an address that belongs to no known person. */
  who: string;
  /** A `LeaveScope`, `testScope`, a `replyToScope`, a `teamScope`, the ID of a post, or something of another version. */
  scope: string;
}

const shape = /^(ws_[0-9a-z]{26})\.([0-9A-Za-z_-]{10,60})\.([0-9a-z_]{3,60})\.([0-9A-Za-z_-]{22})$/;
const macBytes = 16;

const macOf = (key: string, { workspaceId, who, scope }: LeaveLink): Buffer =>
  createHmac('sha256', key).update(`leave\n${workspaceId}\n${who}\n${scope}`).digest().subarray(0, macBytes);

export const leaveToken = (key: string, link: LeaveLink): string =>
  [link.workspaceId, link.who, link.scope, macOf(key, link).toString('base64url')].join('.');

/** What a token says, before it is known to be ours. */
export function readLeaveToken(token: string): { link: LeaveLink; mac: string } | undefined {
  const [, workspaceId, who, scope, mac] = shape.exec(token) ?? [];
  if (workspaceId === undefined || who === undefined || scope === undefined || mac === undefined)
    return undefined;
  return { link: { workspaceId, who, scope }, mac };
}

export function isOurs(key: string, { link, mac }: { link: LeaveLink; mac: string }): boolean {
  const given = Buffer.from(mac, 'base64url');
  return given.length === macBytes && timingSafeEqual(given, macOf(key, link));
}
