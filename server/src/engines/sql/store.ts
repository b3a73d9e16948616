// The store port on any SQL dialect.

import { Migrator, sql } from 'kysely';
import { conflict, Failure } from '../../domain/failure.ts';
import type { Reader, Store, Writer } from '../../ports/store.ts';
import { apiKeyReader, apiKeyWriter } from './api-keys.ts';
import { attachmentReader, attachmentWriter } from './attachments.ts';
import { auditReader, auditWriter } from './audit.ts';
import { changelogReader, changelogWriter } from './changelogs.ts';
import { commentReader, commentWriter } from './comments.ts';
import type { Dialect, Searches } from './dialect.ts';
import { mergeWriter } from './merges.ts';
import { migrations } from './migrations/index.ts';
import { outboxWriter } from './outbox.ts';
import { postTypeReader, postTypeWriter } from './post-types.ts';
import { postReader, postWriter } from './posts.ts';
import { receiptReader, receiptWriter } from './receipts.ts';
import { statusReader, statusWriter } from './statuses.ts';
import type { Db } from './tables.ts';
import { tagReader, tagWriter } from './tags.ts';
import { tombstoneReader, tombstoneWriter } from './tombstones.ts';
import { userReader, userWriter } from './users.ts';
import { voteReader, voteWriter } from './votes.ts';
import { workspaceReader, workspaceWriter } from './workspaces.ts';

export function sqlStore(dialect: Dialect): Store {
  const { reads, writes, search } = dialect;

  const classified = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toFailure(dialect, error);
    }
  };

  const store: Store = {
    read: readerOn(reads, search),
    transaction: (work) =>
      classified(() => writes.transaction().execute((transaction) => work(writerOn(transaction, search)))),
    rehearse: (work) =>
      classified(async () => {
        const transaction = await writes.startTransaction().execute();
        try {
          return await work(writerOn(transaction, search));
        } finally {
          await transaction.rollback().execute();
        }
      }),
    within: (write) => {
      const join = <T>(work: (write: Writer) => Promise<T>) => classified(() => work(write));
      return { ...store, read: write, transaction: join, rehearse: join };
    },
    ping: () =>
      classified(async () => {
        await sql`select 1`.execute(reads);
      }),
    close: () => dialect.close(),
  };
  return store;
}

/** Brings the schema up to date; returns the names of the migrations that ran. */
export async function migrate({ writes, search }: Dialect): Promise<string[]> {
  const migrator = new Migrator({ db: writes, provider: migrations(search) });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}

const readerOn = (db: Db, search: Searches): Reader => ({
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
  changelogs: changelogReader(db),
  audit: auditReader(db),
  receipts: receiptReader(db),
  tombstones: tombstoneReader(db),
});

const writerOn = (db: Db, search: Searches): Writer => ({
  workspaces: workspaceWriter(db),
  apiKeys: apiKeyWriter(db),
  users: userWriter(db, search.users),
  statuses: statusWriter(db),
  postTypes: postTypeWriter(db),
  tags: tagWriter(db),
  posts: postWriter(db, search.posts),
  comments: commentWriter(db),
  votes: voteWriter(db),
  attachments: attachmentWriter(db),
  changelogs: changelogWriter(db),
  merges: mergeWriter(db),
  audit: auditWriter(db),
  receipts: receiptWriter(db),
  tombstones: tombstoneWriter(db),
  outbox: outboxWriter(db),
});

function toFailure(dialect: Dialect, error: unknown): unknown {
  switch (dialect.classify(error)) {
    case 'conflict':
      return conflict('Something with this unique value exists already.');
    case 'unavailable':
      return new Failure('UNAVAILABLE', 'The service cannot answer right now.', undefined, error);
    default:
      return error;
  }
}
