// Every endpoint of the console and who may use it. An endpoint missing from the table below fails the matrix.

import type { Role } from '../../../src/domain/team/membership.ts';
import { consoleTable } from '../../../src/http/console/index.ts';
import { type Browser, password } from '../../support/console.ts';

/**
 * `visitor` is signed in to the public site, which counts for nothing here; `stranger` owns another workspace;
 * `intruder` is the same person naming this workspace in the header.
 */
export const people = ['anonymous', 'visitor', 'member', 'admin', 'owner', 'stranger', 'intruder'] as const;
export type Person = (typeof people)[number];

export const consoleEndpoints = (): string[] => consoleTable.map(([method, url]) => `${method} ${url}`);

/** The input of a call; created for each call, since a call may consume it. */
export interface Call {
  /** For `:id` or `:token` in the path. */
  value?: string;
  /** For `:deliveryId`. */
  deliveryId?: string;
  /** With its question mark. */
  query?: string;
  body?: object;
}

export interface Surroundings {
  /** Another owner's browser, for creating what a call needs. */
  maker: Browser;
  /** The calling browser; without a session for `anonymous`. */
  page: Browser;
  /** Unique on each use. */
  nonce: string;
  setupToken(): Promise<string>;
  newMember(role: Role): Promise<string>;
}

interface Endpoint {
  /** The status for each person. */
  expected: Record<Exclude<Person, 'visitor'>, number>;
  call?(surroundings: Surroundings): Call | Promise<Call>;
  /** The call ends or replaces the caller's session. */
  endsSession?: true;
}

type Statuses = Endpoint['expected'];

export const statusFor = (expected: Statuses, person: Person): number =>
  expected[person === 'visitor' ? 'anonymous' : person];

const refusals = { anonymous: 401, member: 403, intruder: 404 };
/** Strangers see and change only their own workspace. */
const ownThings: Statuses = { ...refusals, member: 200, admin: 200, owner: 200, stranger: 200 };
const adminsOnly: Statuses = { ...refusals, admin: 200, owner: 200, stranger: 200 };
const adminsConflict: Statuses = { ...refusals, admin: 409, owner: 409, stranger: 409 };
const adminsCreate: Statuses = { ...refusals, admin: 201, owner: 201, stranger: 201 };
const membersById: Statuses = { ...ownThings, stranger: 404 };
/** By the id of an object in this workspace. */
const adminsById: Statuses = { ...adminsOnly, stranger: 404 };
const adminsRoll: Statuses = { ...adminsCreate, stranger: 404 };
const everyone = (status: number): Statuses => ({
  anonymous: status,
  member: status,
  admin: status,
  owner: status,
  stranger: status,
  intruder: status,
});

const sessionIdOf = async (page: Browser): Promise<string> => {
  const { body } = await page.get('/console/api/sessions');
  return body.data?.sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id ?? 'none';
};
const newInvite = ({ maker, nonce }: Surroundings) =>
  maker.data('POST', '/console/api/invites', { email: `${nonce}@example.com`, role: 'member' });
const newToken = async (surroundings: Surroundings) =>
  String((await newInvite(surroundings)).url)
    .split('/')
    .at(-1) ?? '';
const newKey = async ({ maker, nonce }: Surroundings): Promise<string> =>
  (await maker.data('POST', '/console/api/keys', { name: nonce, mode: 'live' })).key.id;
const newWebhook = async ({ maker, nonce }: Surroundings): Promise<string> =>
  (await maker.data('POST', '/v1/webhooks', { url: `https://93.184.215.14/${nonce}` })).id;
const newDelivery = async (around: Surroundings): Promise<{ value: string; deliveryId: string }> => {
  const value = await newWebhook(around);
  return { value, deliveryId: (await around.maker.data('POST', `/v1/webhooks/${value}/test`)).id };
};
const newPost = async ({ maker, nonce }: Surroundings) => {
  const { id } = await maker.data('POST', '/v1/posts', { title: nonce });
  return { postIds: [id], upTo: 0 };
};
const newcomer = ({ nonce }: Surroundings) => ({ name: nonce, email: `${nonce}@example.com`, password });

/** After a comma: a variant of the same endpoint. */
export const endpoints: Record<string, Endpoint> = {
  'GET /sign-in-methods': { expected: everyone(200) },
  'GET /setup/:token': {
    expected: everyone(200),
    call: async ({ setupToken }) => ({ value: await setupToken() }),
  },
  'POST /setup/:token': {
    expected: everyone(201),
    call: async (around) => ({ value: await around.setupToken(), body: newcomer(around) }),
    endsSession: true,
  },
  'POST /session': {
    expected: everyone(200),
    call: () => ({ body: { email: 'member@example.com', password } }),
    endsSession: true,
  },
  'GET /session': { expected: ownThings },
  'DELETE /session': { expected: ownThings, endsSession: true },
  'PATCH /account': { expected: ownThings, call: ({ nonce }) => ({ body: { name: nonce } }) },
  'GET /sessions': { expected: ownThings },
  'DELETE /sessions': { expected: ownThings },
  'DELETE /sessions/:id, one of their own': {
    expected: ownThings,
    call: async ({ page }) => ({ value: await sessionIdOf(page) }),
    endsSession: true,
  },
  // Whatever the role: another person's session is not found.
  'DELETE /sessions/:id': {
    expected: { ...refusals, member: 404, admin: 404, owner: 404, stranger: 404 },
    call: async ({ maker }) => ({ value: await sessionIdOf(maker) }),
  },
  'GET /inbox': { expected: ownThings },
  'POST /inbox/done': { expected: membersById, call: async (around) => ({ body: await newPost(around) }) },
  'POST /inbox/all-done': { expected: ownThings, call: () => ({ body: { upTo: 0 } }) },
  'POST /inbox/later': {
    expected: membersById,
    call: async (around) => ({ body: { ...(await newPost(around)), until: '2026-06-01T00:00:00Z' } }),
  },
  'POST /inbox/restore': { expected: ownThings, call: () => ({ body: { seenTo: null, marks: [] } }) },
  'GET /inbox/mail': { expected: ownThings },
  'PATCH /inbox/mail': { expected: ownThings, call: () => ({ body: { digest: 'daily' } }) },
  'GET /workspace': { expected: ownThings },
  'PATCH /workspace': { expected: adminsOnly, call: ({ nonce }) => ({ body: { name: nonce } }) },
  'GET /members': { expected: ownThings },
  'PATCH /members/:id': {
    expected: adminsById,
    call: async ({ newMember }) => ({ value: await newMember('member'), body: { role: 'admin' } }),
  },
  'PATCH /members/:id, to be an owner': {
    expected: { ...adminsById, admin: 403 },
    call: async ({ newMember }) => ({ value: await newMember('member'), body: { role: 'owner' } }),
  },
  'PATCH /members/:id, of an owner': {
    expected: { ...adminsById, admin: 403 },
    call: async ({ newMember }) => ({ value: await newMember('owner'), body: { role: 'member' } }),
  },
  'DELETE /members/:id, of an owner': {
    expected: { ...adminsById, admin: 403 },
    call: async ({ newMember }) => ({ value: await newMember('owner') }),
  },
  'DELETE /members/:id': {
    expected: adminsById,
    call: async ({ newMember }) => ({ value: await newMember('member') }),
  },
  'POST /invites': {
    expected: adminsCreate,
    call: ({ nonce }) => ({ body: { email: `${nonce}@example.com`, role: 'member' } }),
  },
  'POST /invites, to be an owner': {
    expected: { ...adminsCreate, admin: 403 },
    call: ({ nonce }) => ({ body: { email: `${nonce}@example.com`, role: 'owner' } }),
  },
  'DELETE /invites/:id': {
    expected: adminsById,
    call: async (around) => ({ value: (await newInvite(around)).id }),
  },
  'GET /invitations/:token': {
    expected: everyone(200),
    call: async (around) => ({ value: await newToken(around) }),
  },
  'POST /invitations/:token': {
    expected: everyone(201),
    call: async (around) => ({ value: await newToken(around), body: newcomer(around) }),
    endsSession: true,
  },
  'GET /keys': { expected: ownThings },
  'POST /keys': { expected: adminsCreate, call: ({ nonce }) => ({ body: { name: nonce, mode: 'test' } }) },
  'POST /keys/:id/roll': {
    expected: adminsRoll,
    call: async (around) => ({ value: await newKey(around), body: { overlapHours: 0 } }),
  },
  'DELETE /keys/:id': { expected: adminsById, call: async (around) => ({ value: await newKey(around) }) },
  'GET /requests': { expected: ownThings },
  'GET /activity': { expected: ownThings },
  // Otherwise it goes on, so whoever may follow is told that this is no position.
  'GET /live': {
    expected: { ...refusals, member: 400, admin: 400, owner: 400, stranger: 400 },
    call: () => ({ query: '?after=x' }),
  },
  'GET /posts/:id/history': {
    expected: membersById,
    call: async ({ maker, nonce }) => ({
      value: (await maker.data('POST', '/v1/posts', { title: nonce })).id,
    }),
  },
  'GET /people/:id/standing': {
    expected: membersById,
    call: async ({ maker, nonce }) => ({
      value: (await maker.data('POST', '/v1/users', { externalId: nonce })).id,
    }),
  },
  'GET /insights': { expected: ownThings },
  'POST /site/preview': { expected: adminsOnly, call: () => ({ body: { name: 'Ideas' } }) },
  'GET /mail': { expected: adminsOnly },
  // Mail is not set up.
  'POST /mail/release': { expected: adminsConflict },
  'POST /mail/discard': { expected: adminsConflict },
  'POST /mail/test': { expected: adminsConflict },
  'POST /mail/reply-to': {
    expected: adminsConflict,
    call: ({ nonce }) => ({ body: { email: `${nonce}@example.com` } }),
  },
  'DELETE /mail/reply-to': { expected: adminsOnly },
  'POST /changelogs/:id/test': {
    expected: { ...adminsConflict, member: 409, stranger: 404 },
    call: async ({ maker, nonce }) => ({
      value: (await maker.data('POST', '/v1/changelogs', { title: nonce })).id,
    }),
  },
  'GET /webhooks': { expected: ownThings },
  'GET /webhooks/:id/periods': {
    expected: membersById,
    call: async (around) => ({ value: await newWebhook(around) }),
  },
  'GET /webhooks/:id/deliveries/:deliveryId/payload': { expected: membersById, call: newDelivery },
  // No provider is configured.
  'GET /oidc/start': { expected: everyone(404) },
  'GET /oidc/callback': { expected: everyone(404) },
};
