// The store port on any SQL dialect.

import { setTimeout } from 'node:timers/promises';
import { Migrator, sql } from 'kysely';
import { conflict, Failure } from '../../domain/failure.ts';
import type { Reader, Store, Writer } from '../../ports/store.ts';
import { accountReader, accountWriter } from './accounts.ts';
import { apiKeyReader, apiKeyWriter } from './api-keys.ts';
import { attachmentReader, attachmentWriter } from './attachments.ts';
import { auditReader, auditWriter } from './audit.ts';
import { changelogReader, changelogWriter } from './changelogs.ts';
import { classifying } from './classifying.ts';
import { commentReader, commentWriter } from './comments.ts';
import type { Dialect } from './dialect.ts';
import { insightReader } from './insights.ts';
import { inviteReader, inviteWriter } from './invites.ts';
import { membershipReader, membershipWriter } from './memberships.ts';
import { mergeWriter } from './merges.ts';
import { migrations } from './migrations/index.ts';
import { outboxWriter } from './outbox.ts';
import { postTypeReader, postTypeWriter } from './post-types.ts';
import { postReader, postWriter } from './posts.ts';
import { receiptReader, receiptWriter } from './receipts.ts';
import { requestReader, requestWriter } from './requests.ts';
import { refuseNewer, versionsOn } from './schema-version.ts';
import { sessionReader, sessionWriter } from './sessions.ts';
import { setupLinkReader, setupLinkWriter } from './setup-links.ts';
import { statusReader, statusWriter } from './statuses.ts';
import type { Db } from './tables.ts';
import { tagReader, tagWriter } from './tags.ts';
import { tombstoneReader, tombstoneWriter } from './tombstones.ts';
import { userReader, userWriter } from './users.ts';
import { voteReader, voteWriter } from './votes.ts';
import { workspaceReader, workspaceWriter } from './workspaces.ts';

/** How often work that others were in the way of is tried, and the longest pause before the second try. */
const mostTries = 5;
const firstPauseMs = 20;
/** Whoever asks whether the database answers wants to know soon. */
const pingWithinMs = 5_000;

export function sqlStore(dialect: Dialect): Store {
  const { reads, writes, claims } = dialect;

  const classified = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toFailure(dialect, error);
    }
  };

  /** Each pause is up to twice as long as the one before; its length is random, so that no two meet again. */
  const untilAlone = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries === mostTries || dialect.classify(error) !== 'again') throw error;
        await setTimeout(Math.random() * firstPauseMs * 2 ** tries);
      }
    }
  };

  const rehearsed = async <T>(work: (write: Writer) => Promise<T>): Promise<T> => {
    const transaction = await writes.startTransaction().execute();
    try {
      return await work(writerOn(transaction, dialect));
    } finally {
      await transaction.rollback().execute();
    }
  };

  const store: Store = {
    read: classifying(readerOn(reads, dialect), (error) => toFailure(dialect, error)),
    transaction: (work) =>
      classified(() =>
        untilAlone(() => writes.transaction().execute((transaction) => work(writerOn(transaction, dialect)))),
      ),
    rehearse: (work) => classified(() => untilAlone(() => rehearsed(work))),
    claims: {
      take: (workspaceId, name, forMs) =>
        classified(async () => {
          const claim = await claims.take(workspaceId, name, forMs);
          return claim && { release: () => classified(() => claim.release()) };
        }),
    },
    within: (write) => {
      const join = <T>(work: (write: Writer) => Promise<T>) => classified(() => work(write));
      return { ...store, read: write, transaction: join, rehearse: join };
    },
    ping: () =>
      classified(async () => {
        const late = new AbortController();
        const impatience = setTimeout(pingWithinMs, undefined, { signal: late.signal }).then(() => {
          throw new Failure('UNAVAILABLE', 'The database does not answer.');
        });
        try {
          await Promise.race([sql`select 1`.execute(reads), impatience]);
        } finally {
          late.abort();
        }
      }),
    probe: () => classified(() => dialect.probe()),
    figures: () => dialect.figures(),
    close: () => classified(() => dialect.close()),
  };
  return store;
}

/** Brings the schema up to date; returns the names of the migrations that ran. */
export async function migrate(dialect: Dialect): Promise<string[]> {
  try {
    const { error, results } = await dialect.migrating(async (db) => {
      refuseNewer(await versionsOn(db, dialect));
      return new Migrator({ db, provider: migrations(dialect) }).migrateToLatest();
    });
    if (error !== undefined) throw error;
    return (results ?? []).map(({ migrationName }) => migrationName);
  } catch (error) {
    throw toFailure(dialect, error);
  }
}

const readerOn = (db: Db, { search, locks }: Dialect): Reader => ({
  workspaces: workspaceReader(db),
  apiKeys: apiKeyReader(db),
  users: userReader(db, search.users),
  statuses: statusReader(db),
  postTypes: postTypeReader(db),
  tags: tagReader(db),
  posts: postReader(db, search.posts),
  comments: commentReader(db),
  votes: voteReader(db),
  attachments: attachmentReader(db),
  changelogs: changelogReader(db, locks),
  audit: auditReader(db),
  receipts: receiptReader(db),
  tombstones: tombstoneReader(db),
  accounts: accountReader(db),
  memberships: membershipReader(db),
  sessions: sessionReader(db),
  invites: inviteReader(db),
  setupLinks: setupLinkReader(db),
  requests: requestReader(db),
  insights: insightReader(db),
});

const writerOn = (db: Db, { search, locks }: Dialect): Writer => ({
  workspaces: workspaceWriter(db),
  apiKeys: apiKeyWriter(db),
  users: userWriter(db, search.users),
  statuses: statusWriter(db),
  postTypes: postTypeWriter(db),
  tags: tagWriter(db),
  posts: postWriter(db, search.posts, locks),
  comments: commentWriter(db),
  votes: voteWriter(db),
  attachments: attachmentWriter(db),
  changelogs: changelogWriter(db, locks),
  merges: mergeWriter(db),
  audit: auditWriter(db),
  receipts: receiptWriter(db, locks),
  tombstones: tombstoneWriter(db),
  outbox: outboxWriter(db, locks),
  accounts: accountWriter(db),
  memberships: membershipWriter(db),
  sessions: sessionWriter(db, locks),
  invites: inviteWriter(db, locks),
  setupLinks: setupLinkWriter(db),
  requests: requestWriter(db, locks),
  insights: insightReader(db),
});

/** What the caller may know of an error; a bug stays what it is. */
export function toFailure(dialect: Dialect, error: unknown): unknown {
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
