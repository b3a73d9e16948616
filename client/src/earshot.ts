// The client: every operation of the API under a name. Names follow the paths: what is below /posts/{id} is at
// `posts`, with the id first.

import { type Call, callOf } from './answer.ts';
import { type CallOptions, type EarshotOptions, settingsOf } from './options.ts';
import { type PostTypes, postTypes } from './resources/catalog/post-types.ts';
import { type StatusChanges, statusChanges } from './resources/catalog/status-changes.ts';
import { type Statuses, statuses } from './resources/catalog/statuses.ts';
import { type Tags, tags } from './resources/catalog/tags.ts';
import { type Changelogs, changelogs } from './resources/changelog/changelogs.ts';
import { type AuditLog, auditLog } from './resources/events/audit-log.ts';
import { type Deletions, deletions } from './resources/events/deletions.ts';
import { type Events, events } from './resources/events/events.ts';
import { type Webhooks, webhooks } from './resources/events/webhooks.ts';
import { type Comments, comments } from './resources/feedback/comments.ts';
import { type Posts, posts } from './resources/feedback/posts.ts';
import { type Views, views } from './resources/feedback/views.ts';
import { type Votes, votes } from './resources/feedback/votes.ts';
import { type BatchOperation, type BatchOptions, runBatch } from './resources/kernel/batch.ts';
import { type Suppressions, suppressions } from './resources/mail/suppressions.ts';
import { type Users, users } from './resources/people/users.ts';
import { type Exports, exports } from './resources/porting/exports.ts';
import { type Imports, imports } from './resources/porting/imports.ts';
import {
  type Bans,
  bans,
  type Reports,
  reports,
  type Submissions,
  submissions,
} from './resources/site/moderation.ts';
import { type SiteSettings, site } from './resources/site/site.ts';
import { getMe } from './resources/team/me.ts';
import { type Members, members } from './resources/team/members.ts';
import { type Send, transport } from './transport.ts';
import type { BatchOutcome, FieldsOf, Me } from './types.ts';

export class Earshot {
  readonly posts: Posts;
  readonly comments: Comments;
  readonly votes: Votes;
  readonly users: Users;
  readonly statuses: Statuses;
  readonly statusChanges: StatusChanges;
  readonly postTypes: PostTypes;
  readonly tags: Tags;
  readonly views: Views;
  readonly changelogs: Changelogs;
  readonly auditLog: AuditLog;
  readonly deletions: Deletions;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly exports: Exports;
  readonly imports: Imports;
  readonly site: SiteSettings;
  readonly submissions: Submissions;
  readonly reports: Reports;
  readonly bans: Bans;
  readonly suppressions: Suppressions;
  readonly members: Members;
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
    this.views = views(send);
    this.changelogs = changelogs(send);
    this.auditLog = auditLog(send);
    this.deletions = deletions(send);
    this.events = events(send);
    this.webhooks = webhooks(send);
    this.exports = exports(send);
    this.imports = imports(send);
    this.site = site(send);
    this.submissions = submissions(send);
    this.reports = reports(send);
    this.bans = bans(send);
    this.suppressions = suppressions(send);
    this.members = members(send);
  }

  /** The key that asks, its workspace and its limits: a cheap way to test a key. */
  me(options?: CallOptions): Call<Me> {
    return getMe(this.#send, options);
  }

  /** A link that signs one of your users in to the public site, once: send their browser there immediately. */
  async visitorLink(person: FieldsOf<'createVisitorToken'>, options?: CallOptions): Promise<string> {
    const { url } = await callOf(this.#send('createVisitorToken', { body: person }, options));
    // Links are never kept: after a lost answer, the retry got none. Another one does no harm.
    return url ?? this.visitorLink(person, options);
  }

  /** Runs up to 100 operations in order; with `atomic` all or none. Each is answered on its own. */
  batch(operations: readonly BatchOperation[], options?: BatchOptions): Call<BatchOutcome> {
    return runBatch(this.#send, operations, options);
  }
}
