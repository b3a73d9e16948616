// Writes posts, votes, followers and users as CSV for spreadsheets (RFC 4180). Cells that a spreadsheet would run as a formula get
// a leading apostrophe.

import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Follower } from '../../../domain/feedback/follower.ts';
import type { Vote } from '../../../domain/feedback/vote.ts';
import { type Instant, toIso } from '../../../domain/kernel/clock.ts';
import type { SortKey } from '../../../domain/kernel/page.ts';
import { plainText } from '../../../domain/rich-text/rich-text.ts';
import type { ArchiveWriter } from '../../../ports/porting/archive.ts';
import type { Snapshot } from '../../../ports/store.ts';
import { type ExportDeps, type ExportOrder, totalOf } from './exporting.ts';
import { postKey, rowsOf, userKey } from './rows.ts';

type Cell = string | number | null;
type Rows = AsyncGenerator<Cell[]>;

const time = (instant: Instant): string => toIso(instant);

/** How many rows are written between two calls of `onProgress`. */
const rowsPerStep = 100;

/** Returns the number of rows. Removes what it wrote if it fails. */
export async function exportTables(
  { store }: ExportDeps,
  order: Pick<ExportOrder, 'workspaceId' | 'onProgress'>,
  archive: ArchiveWriter,
): Promise<number> {
  let [count, total] = [0, 0];
  async function* counted(rows: Rows): Rows {
    for await (const row of rows) {
      count += 1;
      yield row;
      if (count % rowsPerStep === 0) await order.onProgress?.(count, total);
    }
  }
  try {
    await store.snapshot(async (snapshot) => {
      total = await totalOf(snapshot, order, ['posts', 'votes', 'followers', 'users']);
      for (const [name, { columns, rows }] of Object.entries(tables))
        await archive.add(`${name}.csv`, csv(columns, counted(rows(snapshot, order.workspaceId))));
    });
    await archive.finish();
    return count;
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

/** With a byte order mark, because Excel takes the text for Latin-1 otherwise. */
function csv(columns: readonly string[], rows: Rows): Readable {
  const options = {
    header: true,
    columns: [...columns],
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
  };
  const source = Readable.from(rows);
  const lines = stringify(options);
  source.once('error', (error) => lines.destroy(error));
  return source.pipe(lines);
}

interface Table {
  columns: readonly string[];
  rows(snapshot: Snapshot, workspaceId: string): Rows;
}

const tables: Record<'posts' | 'votes' | 'followers' | 'users', Table> = {
  posts: {
    columns: [
      ...['id', 'title', 'description', 'status', 'type', 'tags', 'author name', 'author email', 'votes'],
      ...[
        'comments',
        'created at',
        'updated at',
        'external id',
        'source url',
        'merged into',
        'imported votes',
        'visibility',
        'owner name',
        'owner email',
      ],
    ],
    rows: posts,
  },
  votes: {
    columns: ['post id', 'user id', 'voter name', 'voter email', 'voted at'],
    rows: votes,
  },
  followers: {
    columns: ['post id', 'user id', 'follower name', 'follower email', 'followed at', 'source'],
    rows: followers,
  },
  users: {
    columns: ['id', 'external id', 'name', 'email', 'avatar url', 'created at'],
    rows: users,
  },
};

async function* posts(snapshot: Snapshot, workspaceId: string): Rows {
  const { read } = snapshot;
  const nameOf = (things: { id: string; name: string }[]) =>
    new Map(things.map(({ id, name }) => [id, name]));
  const statuses = nameOf(await read.statuses.list(workspaceId));
  const types = nameOf(await read.postTypes.list(workspaceId));
  for await (const page of rowsOf(snapshot, workspaceId, 'posts', postKey, 50)) {
    const ids = page.map(({ id }) => id);
    const tagsOf = await read.tags.tagsOf(workspaceId, ids);
    const people = await read.users.usersOf(
      workspaceId,
      page.map(({ authorId }) => authorId),
    );
    const owners = await read.memberships.membersOf(
      workspaceId,
      page.flatMap(({ ownerId }) => ownerId ?? []),
    );
    for (const post of page) {
      const owner = owners.get(post.ownerId ?? '');
      const author = people.get(post.authorId);
      yield [
        ...[post.id, post.title, plainText(post.description)],
        ...[statuses.get(post.statusId) ?? '', types.get(post.postTypeId) ?? ''],
        (tagsOf.get(post.id) ?? []).map(({ name }) => name).join(', '),
        ...[author?.name ?? null, author?.email ?? null, post.votesCount, post.commentsCount],
        ...[time(post.createdAt), time(post.updatedAt), post.externalId, post.sourceUrl, post.mergedIntoId],
        post.importedVotes,
        post.visibility,
        ...[owner?.name ?? null, owner?.email ?? null],
      ];
    }
  }
}

async function* votes(snapshot: Snapshot, workspaceId: string): Rows {
  const keyOf = ({ postId, userId }: Vote): SortKey => [postId, userId];
  for await (const page of rowsOf(snapshot, workspaceId, 'votes', keyOf, 500))
    for await (const [{ postId, userId, votedAt }, ...who] of withPeople(snapshot, workspaceId, page))
      yield [postId, userId, ...who, time(votedAt)];
}

async function* followers(snapshot: Snapshot, workspaceId: string): Rows {
  const keyOf = ({ originId, userId }: Follower): SortKey => [originId, userId];
  for await (const page of rowsOf(snapshot, workspaceId, 'followers', keyOf, 500))
    for await (const [follower, ...who] of withPeople(snapshot, workspaceId, page)) {
      const { postId, userId, followedAt, source } = follower;
      yield [postId, userId, ...who, time(followedAt), source];
    }
}

/** Each with the name and the email address of its person. */
async function* withPeople<Item extends { userId: string }>(
  snapshot: Snapshot,
  workspaceId: string,
  items: readonly Item[],
): AsyncGenerator<[Item, string | null, string | null]> {
  const people = await snapshot.read.users.usersOf(
    workspaceId,
    items.map(({ userId }) => userId),
  );
  for (const item of items) {
    const person = people.get(item.userId);
    yield [item, person?.name ?? null, person?.email ?? null];
  }
}

async function* users(snapshot: Snapshot, workspaceId: string): Rows {
  for await (const page of rowsOf(snapshot, workspaceId, 'users', userKey, 500))
    for (const { id, externalId, name, email, avatarUrl, createdAt, isErased } of page)
      if (!isErased) yield [id, externalId, name, email, avatarUrl, time(createdAt)];
}
