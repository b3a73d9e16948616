// The call of the typed client for an operation. Its names follow the paths of the API, with the exceptions below.

import type { Operation } from './document.ts';

const exceptions: Record<string, string> = {
  getMe: 'me',
  runBatch: 'batch',
  createComment: 'posts.comment',
  upsertComments: 'posts.commentMany',
  addVote: 'posts.vote',
  addVotes: 'posts.voteMany',
  removeVote: 'posts.unvote',
  addFollower: 'posts.follow',
  addFollowers: 'posts.followMany',
  removeFollower: 'posts.unfollow',
  upsertUser: 'users.upsert',
  getMailSettings: 'users.mailSettings',
  updateMailSettings: 'users.updateMailSettings',
  getDelivery: 'webhooks.delivery',
  downloadExport: 'exports.download',
  getSite: 'site.get',
  updateSite: 'site.update',
  setSiteLogo: 'site.setLogo',
  deleteSiteLogo: 'site.deleteLogo',
  createIdentitySecret: 'site.createIdentitySecret',
  createVisitorToken: 'visitorLink',
  endUserSessions: 'users.endSessions',
  unbanUser: 'users.unban',
};

const collection: Record<string, string> = { GET: 'list', POST: 'create', PUT: 'reorder' };
const single: Record<string, string> = { GET: 'get', PATCH: 'update', DELETE: 'delete' };
const byExternalId: Record<string, string> = {
  GET: 'getByExternalId',
  PUT: 'upsert',
  DELETE: 'deleteByExternalId',
};

/** Such as `posts.create`. */
export function clientCallOf({ id, method, path }: Pick<Operation, 'id' | 'method' | 'path'>): string {
  const exception = exceptions[id];
  if (exception !== undefined) return exception;
  const [resource = '', ...rest] = path.replace('/v1/', '').split('/');
  const last = rest.at(-1);
  return `${camel(resource)}.${verbOf(method, rest, last)}`;
}

function verbOf(method: string, rest: readonly string[], last: string | undefined): string | undefined {
  if (last === undefined || last === 'order') return collection[method];
  if (last === '{externalId}') return byExternalId[method];
  return last.startsWith('{') && rest.length === 1 ? single[method] : camel(last);
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
