// Everything a caller can do, built once for live keys and once for test keys. A request carries one of the
// two, and nobody asks about the mode again.

import type { UploadLimits } from '../domain/attachment.ts';
import { notFound } from '../domain/failure.ts';
import type { Workspace } from '../domain/workspace.ts';
import { type Comments, comments } from './comments.ts';
import type { Caller, Deps } from './deps.ts';
import { type Posts, posts } from './posts.ts';
import { type Uploads, uploads } from './uploads.ts';
import { type PostTypes, postTypes, type Statuses, statuses } from './vocabularies.ts';
import { type Votes, votes } from './votes.ts';

export interface Wiring {
  posts: Posts;
  comments: Comments;
  votes: Votes;
  statuses: Statuses;
  postTypes: PostTypes;
  uploads: Uploads;
  workspace(caller: Caller): Promise<Workspace>;
  /** Raised by every change in the caller's workspace. */
  revision(caller: Caller): Promise<number>;
}

export const wiring = (deps: Deps, limits: UploadLimits): Wiring => ({
  posts: posts(deps, limits),
  comments: comments(deps),
  votes: votes(deps),
  statuses: statuses(deps),
  postTypes: postTypes(deps),
  uploads: uploads({ files: deps.files, limits }),
  async workspace({ workspaceId }) {
    const workspace = await deps.store.read.workspaces.find(workspaceId);
    if (workspace === undefined) throw notFound('Workspace');
    return workspace;
  },
  revision: ({ workspaceId }) => deps.store.read.workspaces.revision(workspaceId),
});
