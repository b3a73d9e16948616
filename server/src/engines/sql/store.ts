// Implements the store port for any SQL dialect.

import { setTimeout } from 'node:timers/promises';
import { Migrator, sql } from 'kysely';
import type { Instant } from '../../domain/kernel/clock.ts';
import { conflict, Failure, OutcomeUnknown } from '../../domain/kernel/failure.ts';
import type { Reader, Store, Writer } from '../../ports/store.ts';
import { postTypeReader, postTypeWriter } from './catalog/post-types.ts';
import { statusReader, statusWriter } from './catalog/statuses.ts';
import { tagReader, tagWriter } from './catalog/tags.ts';
import { changelogReader, changelogWriter } from './changelog/changelogs.ts';
import { deliveryReader, deliveryWriter } from './events/deliveries.ts';
import { ledgerReader, ledgerWriter } from './events/ledger.ts';
import { webhookReader, webhookWriter } from './events/webhooks.ts';
import { commentReader, commentWriter } from './feedback/comments.ts';
import { followerReader, followerWriter } from './feedback/followers.ts';
import { mergeWriter } from './feedback/merges.ts';
import { postReader, postWriter } from './feedback/posts.ts';
import { viewReader, viewWriter } from './feedback/views.ts';
import { voteReader, voteWriter } from './feedback/votes.ts';
import { attachmentReader, attachmentWriter } from './files/attachments.ts';
import { CommitUnanswered, type Dialect } from './kernel/dialect.ts';
import { idempotencyReader, idempotencyWriter } from './kernel/idempotency.ts';
import { Lanes } from './kernel/lanes.ts';
import { type RunQuery, wrapReader } from './kernel/statements/wrap-reader.ts';
import type { Db } from './kernel/tables.ts';
import { defaultLimits, type TransactionLimits, transactions } from './kernel/transactions.ts';
import { workspaceReader, workspaceWriter } from './kernel/workspaces.ts';
import { audienceReader } from './mail/audiences.ts';
import { mailReader, mailWriter } from './mail/mails.ts';
import { mailSettingsReader, mailSettingsWriter } from './mail/settings.ts';
import { suppressionReader, suppressionWriter } from './mail/suppressions.ts';
import { tellingReader, tellingWriter } from './mail/tellings.ts';
import { migrations } from './migrations/index.ts';
import { refuseNewer, versionsOn } from './migrations/schema-version.ts';
import { userReader, userWriter } from './people/users.ts';
import { exportReader, exportWriter } from './porting/exports.ts';
import { importReader, importWriter } from './porting/imports.ts';
import { snapshotOn } from './porting/snapshot.ts';
import { banReader, banWriter } from './site/bans.ts';
import { publicContentReader } from './site/public-content.ts';
import { reportReader, reportWriter } from './site/reports.ts';
import { siteReader, siteWriter } from './site/sites.ts';
import { submissionReader, submissionWriter } from './site/submissions.ts';
import { visitorReader, visitorWriter } from './site/visitors.ts';
import { accountReader, accountWriter } from './team/accounts.ts';
import { apiKeyReader, apiKeyWriter } from './team/api-keys.ts';
import { inboxReader, inboxWriter } from './team/inboxes.ts';
import { insightReader } from './team/insights.ts';
import { inviteReader, inviteWriter } from './team/invites.ts';
import { membershipReader, membershipWriter } from './team/memberships.ts';
import { requestReader, requestWriter } from './team/requests.ts';
import { sessionReader, sessionWriter } from './team/sessions.ts';
import { setupLinkReader, setupLinkWriter } from './team/setup-links.ts';

/** How long a query waits in the queue, and how many of one workspace may wait. */
const queryWaitMs = 5_000;
const maxWaitingQueries = 500;
const pingTimeoutMs = 5_000;

export function sqlStore(dialect: Dialect, limits: Partial<TransactionLimits> = {}): Store {
  const { admission, claims } = dialect;
  const transacting = transactions(dialect, (db) => writerOn(db, dialect), { ...defaultLimits, ...limits });

  const classified = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toFailure(dialect, error);
    }
  };

  const readLanes = new Lanes({
    maxRunning: dialect.width.reads,
    maxPerLane: Math.max(1, Math.floor(dialect.width.reads / 2)),
    maxWaitingPerLane: maxWaitingQueries,
    waitMs: queryWaitMs,
  });
  /** Most queries wait in this queue rather than for a connection. */
  const waitingFor = (use: string): number =>
    use === 'read' ? readLanes.waiting : use === 'write' ? transacting.waiting() : 0;

  const store: Store = {
    read: sharedReader(dialect, readLanes, classified),
    transaction: (work, scope) => classified(() => transacting.transaction(work, scope)),
    dryRun: (work, scope) => classified(() => transacting.dryRun(work, scope)),
    snapshot: (work) =>
      classified(() => dialect.snapshot((db) => work(snapshotOn(db, readerOn(db, dialect))))),
    claims: {
      take: (workspaceId, name, forMs) =>
        classified(async () => {
          const claim = await claims.take(workspaceId, name, forMs);
          return claim && { release: () => classified(() => claim.release()) };
        }),
    },
    within: (write) => {
      const join = <T>(work: (write: Writer) => Promise<T>) => classified(() => work(write));
      const joined: Store = {
        ...store,
        read: write,
        transaction: join,
        dryRun: join,
        syncedTogether: (work) => work(joined),
      };
      return joined;
    },
    syncedTogether: (work) =>
      classified(async () => {
        let hasWritten = false;
        const committing: Store = {
          ...store,
          transaction(writing, scope) {
            hasWritten = true;
            return classified(() => transacting.committed(writing, scope));
          },
          syncedTogether: (within) => within(committing),
        };
        try {
          return await work(committing);
        } finally {
          if (hasWritten) await dialect.durable();
        }
      }),
    now: () =>
      classified(async () => {
        const { rows } = await sql<{ now: Instant }>`select ${dialect.now} as "now"`.execute(admission);
        if (rows[0] === undefined) throw new Error('The database returned no time.');
        return rows[0].now;
      }),
    ping: () =>
      classified(async () => {
        const late = new AbortController();
        const timeout = setTimeout(pingTimeoutMs, undefined, { signal: late.signal }).then(() => {
          throw new Failure('UNAVAILABLE', 'The database is not responding.');
        });
        try {
          await Promise.race([sql`select 1`.execute(admission), timeout]);
        } finally {
          late.abort();
        }
      }),
    probe: () => classified(() => dialect.probe()),
    tidy: () => classified(() => dialect.tidy()),
    async metrics() {
      const { connections, ...rest } = await dialect.metrics();
      const counted = connections.map((each) => ({ ...each, waiting: each.waiting + waitingFor(each.use) }));
      return { ...rest, connections: counted };
    },
    close: () => classified(() => dialect.close()),
  };
  return store;
}

/**
 * A workspace gets at most half of the connections, so that others always find a free one. Admission queries have
 * their own pool and never wait behind the others.
 */
function sharedReader(
  dialect: Dialect,
  lanes: Lanes,
  classified: <T>(work: () => Promise<T>) => Promise<T>,
): Reader {
  const { reads, admission, width } = dialect;
  const immediately: RunQuery = (_args, query) => classified(query);
  const queued: RunQuery = ([workspaceId], query) =>
    classified(() => lanes.run(typeof workspaceId === 'string' ? workspaceId : noWorkspace, query));
  const inTurn = Number.isFinite(width.reads) ? queued : immediately;
  const durably: RunQuery = async (args, query) => {
    const result = await inTurn(args, query);
    if (result !== undefined) await classified(() => dialect.durable());
    return result;
  };
  const readers = readerOn(reads, dialect);
  const inside = wrapReader(readers, inTurn);
  const { ledger, idempotency } = wrapReader(readers, durably);
  const { workspaces, apiKeys, accounts, memberships, sessions, invites, setupLinks, attachments } =
    wrapReader(readerOn(admission, dialect), immediately);
  return {
    ...inside,
    // A sequence number or a stored response must not be taken back, even if the power fails now.
    ...{ ledger, idempotency },
    ...{ workspaces, apiKeys, accounts, memberships, sessions, invites, setupLinks },
    // File downloads need only the file key, without a workspace.
    attachments: { ...inside.attachments, findByFileKey: attachments.findByFileKey },
  };
}

const noWorkspace = Symbol('no workspace');

/** Runs pending migrations; returns their names. */
export async function migrate(dialect: Dialect): Promise<string[]> {
  try {
    const { error, results = [] } = await dialect.migrating(async (db) => {
      const versions = await versionsOn(db, dialect);
      refuseNewer(versions);
      // The migrator would read the whole schema three times, and every start would wait for that.
      if (versions.applied.length === versions.known.length) return {};
      return new Migrator({ db, provider: migrations(dialect) }).migrateToLatest();
    });
    if (error !== undefined) throw error;
    return results.map(({ migrationName }) => migrationName);
  } catch (error) {
    throw toFailure(dialect, error);
  }
}

const readerOn = (db: Db, { search, locks, lookups }: Dialect): Reader => ({
  workspaces: workspaceReader(db),
  apiKeys: apiKeyReader(db),
  users: userReader(db, search.users, lookups),
  statuses: statusReader(db),
  postTypes: postTypeReader(db),
  tags: tagReader(db),
  posts: postReader(db, search),
  comments: commentReader(db, lookups),
  votes: voteReader(db),
  followers: followerReader(db),
  mailSettings: mailSettingsReader(db),
  attachments: attachmentReader(db),
  changelogs: changelogReader(db, locks),
  ledger: ledgerReader(db),
  idempotency: idempotencyReader(db),
  accounts: accountReader(db),
  memberships: membershipReader(db),
  sessions: sessionReader(db),
  invites: inviteReader(db),
  setupLinks: setupLinkReader(db),
  requests: requestReader(db),
  insights: insightReader(db),
  webhooks: webhookReader(db),
  deliveries: deliveryReader(db),
  exports: exportReader(db),
  imports: importReader(db, lookups),
  sites: siteReader(db),
  visitors: visitorReader(db),
  submissions: submissionReader(db),
  bans: banReader(db),
  reports: reportReader(db),
  publicContent: publicContentReader(db),
  mails: mailReader(db),
  audiences: audienceReader(db),
  tellings: tellingReader(db),
  suppressions: suppressionReader(db, lookups),
  inboxes: inboxReader(db),
  views: viewReader(db),
});

/** One per connection, so none of these may keep a state that belongs to a transaction. */
const writerOn = (db: Db, { search, locks, lookups }: Dialect): Writer => ({
  workspaces: workspaceWriter(db),
  apiKeys: apiKeyWriter(db),
  users: userWriter(db, search.users, lookups),
  statuses: statusWriter(db),
  postTypes: postTypeWriter(db),
  tags: tagWriter(db),
  posts: postWriter(db, search, locks),
  comments: commentWriter(db, lookups, search.texts),
  votes: voteWriter(db),
  followers: followerWriter(db),
  mailSettings: mailSettingsWriter(db),
  attachments: attachmentWriter(db),
  changelogs: changelogWriter(db, locks),
  merges: mergeWriter(db, search.texts),
  ledger: ledgerWriter(db, locks),
  idempotency: idempotencyWriter(db, locks),
  accounts: accountWriter(db, locks),
  memberships: membershipWriter(db),
  sessions: sessionWriter(db, locks),
  invites: inviteWriter(db, locks),
  setupLinks: setupLinkWriter(db),
  requests: requestWriter(db, locks),
  insights: insightReader(db),
  webhooks: webhookWriter(db),
  deliveries: deliveryWriter(db, locks),
  exports: exportWriter(db),
  imports: importWriter(db, search, lookups),
  sites: siteWriter(db),
  visitors: visitorWriter(db, locks),
  submissions: submissionWriter(db),
  bans: banWriter(db),
  reports: reportWriter(db),
  publicContent: publicContentReader(db),
  mails: mailWriter(db, locks),
  audiences: audienceReader(db),
  tellings: tellingWriter(db, locks),
  suppressions: suppressionWriter(db, lookups),
  inboxes: inboxWriter(db),
  views: viewWriter(db),
});

/** Converts database errors to failures for the caller; bugs are passed on unchanged. */
export function toFailure(dialect: Dialect, error: unknown): unknown {
  if (error instanceof CommitUnanswered) return new OutcomeUnknown(error.cause);
  switch (dialect.classify(error)) {
    case 'conflict':
      return conflict('Something with this unique value exists already.');
    case 'again':
    case 'unavailable':
      return new Failure('UNAVAILABLE', 'The service cannot answer right now.', undefined, error);
    default:
      return error;
  }
}
