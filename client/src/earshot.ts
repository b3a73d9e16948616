// The client: every operation of the API under a name. Names follow the paths: what is below /posts/{id} is at
// `posts`, with the id first.

import { type Call, callOf } from './answer.ts';
import { type CallOptions, type EarshotOptions, settingsOf, type WriteOptions } from './options.ts';
import { type Comments, comments, type Users, users, type Votes, votes } from './resources/people.ts';
import { type Posts, posts } from './resources/posts.ts';
import {
  type AuditLog,
  auditLog,
  type Changelogs,
  changelogs,
  type Deletions,
  deletions,
  type PostTypes,
  postTypes,
  type StatusChanges,
  type Statuses,
  statusChanges,
  statuses,
  type Tags,
  tags,
} from './resources/workspace.ts';
import { type Send, transport } from './transport.ts';
import type { BatchOutcome, BodyOf, Me } from './types.ts';

export type BatchOperation = BodyOf<'runBatch'>['operations'][number];

export class Earshot {
  readonly posts: Posts;
  readonly comments: Comments;
  readonly votes: Votes;
  readonly users: Users;
  readonly statuses: Statuses;
  readonly statusChanges: StatusChanges;
  readonly postTypes: PostTypes;
  readonly tags: Tags;
  readonly changelogs: Changelogs;
  readonly auditLog: AuditLog;
  readonly deletions: Deletions;
  readonly #send: Send;

  constructor(options: EarshotOptions) {
    const send = transport(settingsOf(options));
    this.#send = send;
    this.posts = posts(send);
    this.comments = comments(send);
    this.votes = votes(send);
    this.users = users(send);
    this.statuses = statuses(send);
    this.statusChanges = statusChanges(send);
    this.postTypes = postTypes(send);
    this.tags = tags(send);
    this.changelogs = changelogs(send);
    this.auditLog = auditLog(send);
    this.deletions = deletions(send);
  }

  /** The key that asks, its workspace and its limits: a cheap way to test a key. */
  me(options?: CallOptions): Call<Me> {
    return callOf(this.#send('getMe', {}, options));
  }

  /** Runs up to 100 operations in order; with `atomic` all or none. Each is answered on its own. */
  batch(
    operations: readonly BatchOperation[],
    { atomic, ...options }: WriteOptions & { atomic?: boolean | undefined } = {},
  ): Call<BatchOutcome> {
    const body = { operations: [...operations], ...(atomic !== undefined && { atomic }) };
    return callOf(this.#send('runBatch', { body }, options));
  }
}
