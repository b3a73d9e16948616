import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPosts, addUsers, type Home, newHome, newPost } from '../../../../test/contracts/store/world.ts';
import type { Store } from '../../../ports/store.ts';
import { openSqlite } from '../dialects/sqlite/sqlite.ts';
import type { Db } from '../kernel/tables.ts';
import { migrate, sqlStore } from '../store.ts';
import { insightReader } from './insights.ts';

const dayMs = 86_400_000;
const from = Date.UTC(2026, 0, 1);

describe('figures in small steps', () => {
  let directory: string;
  let store: Store;
  let db: Db;
  let home: Home;
  let postIds: string[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-insights-'));
    const dialect = openSqlite(directory);
    await migrate(dialect);
    store = sqlStore(dialect);
    db = dialect.reads;
    home = await newHome(store);
    const posts = Array.from({ length: 4 }, () => newPost(home));
    await addPosts(store, home, posts);
    postIds = posts.map(({ id }) => id).sort();
    const voters = await addUsers(store, home, 9);
    // The first post gains nine votes at one instant, the second six over the day, the others two each on the next
    // day.
    const times = [
      (_voter: number) => from + 5,
      (voter: number) => (voter < 6 ? from + 1000 * voter : undefined),
      (voter: number) => (voter < 2 ? from + dayMs + voter : undefined),
      (voter: number) => (voter < 2 ? from + 2 * dayMs - 1 : undefined),
    ];
    await store.transaction(async (write) => {
      for (const [place, timeOf] of times.entries())
        for (const [voter, { id: userId }] of voters.entries()) {
          const votedAt = timeOf(voter);
          const postId = postIds[place] ?? '';
          if (votedAt !== undefined) await write.votes.add(home.workspaceId, { postId, userId, votedAt });
        }
    });
  });
  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  it.each([1, 2, 3, 7, 100])('are the same when a statement reads %i rows', async (rows) => {
    const reader = insightReader(db, { counted: 10 * rows, grouped: rows });
    expect(await reader.countsByDay(home.workspaceId, 'votes', from - dayMs, 12)).toEqual([
      0, 15, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]);
    const [first, second, third, fourth] = postIds;
    expect(await reader.movers(home.workspaceId, from, 3)).toEqual([
      { postId: first, votes: 9 },
      { postId: second, votes: 6 },
      { postId: fourth, votes: 2 },
    ]);
    expect(await reader.movers(home.workspaceId, from + dayMs, 9)).toEqual([
      { postId: fourth, votes: 2 },
      { postId: third, votes: 2 },
    ]);
  });
});
