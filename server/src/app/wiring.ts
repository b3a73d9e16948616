// Builds all use cases, once for live keys and once for test keys. Each request carries one of the two, so no other
// code checks the mode.

import type { UploadLimits } from '../domain/files/attachment.ts';
import { notFound } from '../domain/kernel/failure.ts';
import type { SiteAddresses } from '../domain/site/site.ts';
import type { Workspace } from '../domain/team/workspace.ts';
import { type PostTypes, postTypes } from './catalog/post-types.ts';
import { type StatusChanges, statusChanges } from './catalog/status-changes.ts';
import { type Statuses, statuses } from './catalog/statuses.ts';
import { type Tags, tags } from './catalog/tags.ts';
import { type Changelogs, changelogs } from './changelog/changelogs.ts';
import { type Audit, audit } from './events/audit-log.ts';
import { type Deletions, deletions } from './events/deletions.ts';
import { type Deliveries, deliveries } from './events/deliveries.ts';
import { type Feed, feed } from './events/feed.ts';
import type { FeedWaits } from './events/feed-waits.ts';
import { type Webhooks, type WebhookTools, webhooks } from './events/webhooks.ts';
import { type Comments, comments } from './feedback/comments/comments.ts';
import {
  type Duplicates,
  duplicates,
  type FindSimilar,
  findSimilarSince,
  searchTitles,
} from './feedback/duplicates.ts';
import { type Followers, followers } from './feedback/followers.ts';
import { type Merging, merging } from './feedback/merging.ts';
import { postWriting } from './feedback/post-writing.ts';
import { type Posts, posts } from './feedback/posts.ts';
import { type UserContent, userContent } from './feedback/user-content.ts';
import { type Views, views } from './feedback/views.ts';
import { type Votes, votes } from './feedback/votes.ts';
import { type Uploads, uploads } from './files/uploads.ts';
import { atomically } from './kernel/atomically.ts';
import type { Caller, Deps } from './kernel/change.ts';
import { type Idempotency, idempotency } from './kernel/idempotency.ts';
import { inSequence } from './kernel/in-sequence.ts';
import { type MailSettingsOfPeople, mailSettings } from './mail/mail-settings.ts';
import { type Notices, notices } from './mail/notices.ts';
import { type Suppressions, suppressions } from './mail/suppressions.ts';
import { type VisitorMail, visitorMail } from './mail/visitor-mail.ts';
import { type People, people } from './people/people.ts';
import { type Users, users } from './people/users.ts';
import { type ExportUser, exportUser } from './porting/export/user-exporting.ts';
import { type Exports, type ExportTools, exports } from './porting/exports.ts';
import { type Imports, type ImportTools, imports } from './porting/imports.ts';
import { type IdentitySecrets, identitySecrets } from './site/identity-secrets.ts';
import { type Moderating, moderating } from './site/moderating.ts';
import { type Sites, sites } from './site/sites.ts';
import type { VisitorLimits } from './site/visiting/limits.ts';
import { type Visiting, visiting } from './site/visiting/visiting.ts';
import type { MakeLink } from './site/visitor-links.ts';
import { type VisitorTokens, visitorTokens } from './site/visitor-tokens.ts';
import { type TeamMembers, teamMembers } from './team/team-members.ts';

export interface Wiring {
  posts: Posts;
  comments: Comments;
  changelogs: Changelogs;
  votes: Votes;
  followers: Followers;
  users: Users;
  mailSettings: MailSettingsOfPeople;
  suppressions: Suppressions;
  views: Views;
  notices: Notices;
  userContent: UserContent;
  statuses: Statuses;
  postTypes: PostTypes;
  statusChanges: StatusChanges;
  tags: Tags;
  uploads: Uploads;
  idempotency: Idempotency;
  merging: Merging;
  people: People;
  duplicates: Duplicates;
  audit: Audit;
  deletions: Deletions;
  feed: Feed;
  webhooks: Webhooks;
  deliveries: Deliveries;
  exports: Exports;
  exportUser: ExportUser;
  members: TeamMembers;
  imports: Imports;
  sites: Sites;
  moderating: Moderating;
  /** For visitors who signed in to the public site; the others are for callers of the API. */
  visiting: Visiting;
  visitorMail: VisitorMail;
  visitorTokens: VisitorTokens;
  identitySecrets: IdentitySecrets;
  /**
   * Runs several use cases in one transaction: all of them commit, or none. `titles` are those that they compare with
   * other posts.
   */
  atomically<T>(caller: Caller, titles: readonly string[], work: (joined: Wiring) => Promise<T>): Promise<T>;
  /** Runs several use cases that commit on their own, and waits for the disk once. */
  inSequence<T>(work: (joined: Wiring) => Promise<T>): Promise<T>;
  workspace(caller: Caller): Promise<Workspace>;
}

export interface WiringTools {
  limits: UploadLimits;
  waits: FeedWaits;
  webhooks: WebhookTools;
  exports: ExportTools;
  imports: ImportTools;
  visitors: VisitorLimits;
  siteAddresses: SiteAddresses;
  /** A rehearsal has links of its own. */
  linksOf(deps: Deps): MakeLink;
  /** Set inside the transaction of a batch. */
  findSimilar?: FindSimilar;
}

export const wiring = (deps: Deps, tools: WiringTools): Wiring => ({
  posts: posts(deps, tools.limits, tools.findSimilar),
  comments: comments(deps, tools.limits),
  changelogs: changelogs(deps, tools.limits),
  votes: votes(deps),
  followers: followers(deps),
  users: users(deps),
  mailSettings: mailSettings(deps),
  suppressions: suppressions(deps),
  views: views(deps),
  notices: notices(deps),
  userContent: userContent(deps),
  statuses: statuses(deps),
  postTypes: postTypes(deps),
  statusChanges: statusChanges(deps),
  tags: tags(deps),
  idempotency: idempotency(deps),
  merging: merging(deps),
  people: people(deps),
  duplicates: duplicates(deps, tools.findSimilar),
  audit: audit(deps),
  deletions: deletions(deps),
  feed: feed(deps, tools.waits),
  webhooks: webhooks(deps, tools.webhooks),
  deliveries: deliveries(deps),
  exports: exports(deps, tools.exports),
  exportUser: exportUser(deps),
  members: teamMembers(deps),
  imports: imports(deps, tools.imports),
  sites: sites(deps),
  moderating: moderating(deps, postWriting(deps, tools.limits)),
  visiting: visiting(deps, postWriting(deps, tools.limits), tools.visitors, tools.siteAddresses.hasMail),
  visitorMail: visitorMail(deps, tools.visitors, tools.siteAddresses.hasMail),
  identitySecrets: identitySecrets(deps),
  visitorTokens: visitorTokens(deps, tools.siteAddresses, tools.linksOf(deps)),
  // Inside a transaction, nothing may wait for the network or search for duplicates.
  async atomically(caller, titles, work) {
    const searches = await searchTitles(deps.store.read, caller.workspaceId, titles);
    return atomically(deps, caller, (joined) =>
      work(
        wiring(joined, {
          ...tools,
          webhooks: { ...tools.webhooks, refusal: undefined },
          findSimilar: findSimilarSince(searches),
        }),
      ),
    );
  },
  inSequence: (work) => inSequence(deps, (joined) => work(wiring(joined, tools))),
  uploads: uploads({ files: deps.files, limits: tools.limits }),
  async workspace({ workspaceId }) {
    const workspace = await deps.store.read.workspaces.find(workspaceId);
    if (workspace === undefined) throw notFound('Workspace');
    return workspace;
  },
});
