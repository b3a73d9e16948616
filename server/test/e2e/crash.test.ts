import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { EarshotConnectionError } from '../../../client/src/index.ts';
import { application, chosenKeys, cleanUpAfterEach, newDirectory, serve } from './processes.ts';

interface Acknowledged {
  id: string;
  title: string;
}

/** Writes one post after another until the server is gone; what it answered with 201 is what it must keep. */
async function writeUntilGone(
  address: string,
  name: string,
  keep: (post: Acknowledged) => void,
): Promise<void> {
  const { posts } = application(address);
  const author = { email: `${name}@example.com` };
  for (let index = 0; ; index += 1) {
    const title = `Crash ${name} ${index}`;
    try {
      const { id } = await posts.create({ title, description: 'x'.repeat(2000), author });
      keep({ id, title });
      await posts.comment(id, { content: 'Me too', author });
    } catch (error) {
      if (error instanceof EarshotConnectionError) return;
      throw error;
    }
  }
}

function inspect(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'earshot.db'), { readOnly: true });
  const one = (sql: string) => Object.values(db.prepare(sql).get() as object)[0] as number | string;
  try {
    return {
      integrity: one('pragma integrity_check'),
      orphans: db.prepare('pragma foreign_key_check').all(),
      posts: one('select count(*) from posts'),
      inStatuses: one('select sum(posts_count) from statuses'),
      inTypes: one('select sum(posts_count) from post_types'),
      unindexed: one('select count(*) from posts where search_row is null'),
      wrongCounts: db
        .prepare(
          `select id from posts where
             votes_count <> (select count(*) from votes where votes.post_id = posts.id) or
             comments_count <> (select count(*) from comments where comments.post_id = posts.id)`,
        )
        .all(),
      created: one("select count(*) from outbox where type = 'post.created'"),
    };
  } finally {
    db.close();
  }
}

describe('kill -9 in the midst of writes', () => {
  cleanUpAfterEach();

  it('loses no acknowledged post, keeps counters and search true, and lets the next start go on at once', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const acknowledged: Acknowledged[] = [];
    for (let round = 0; round < 4; round += 1) {
      const serving = await serve(dataDir, chosenKeys);
      const enough = acknowledged.length + 40 + round * 7;
      const keep = (post: Acknowledged) => {
        acknowledged.push(post);
        // In the very turn an answer arrives, while the other writers wait for theirs.
        if (acknowledged.length === enough) serving.child.kill('SIGKILL');
      };
      const writers = Array.from({ length: 1 + round * 3 }, (_, index) => `r${round}w${index}`);
      await Promise.all(writers.map((name) => writeUntilGone(serving.address, name, keep)));
      expect((await serving.exited).signal).toBe('SIGKILL');

      const seen = inspect(dataDir);
      expect(seen).toMatchObject({ integrity: 'ok', orphans: [], unindexed: 0, wrongCounts: [] });
      expect(seen.posts).toBeGreaterThanOrEqual(acknowledged.length);
      expect([seen.inStatuses, seen.inTypes, seen.created]).toEqual([seen.posts, seen.posts, seen.posts]);
    }

    const serving = await serve(dataDir);
    const { posts } = application(serving.address);
    const found = new Map<string, string>();
    for await (const { id, title } of posts.list({ filters: { search: 'crash' } })) found.set(id, title);
    expect(found.size).toBe(inspect(dataDir).posts);
    for (const { id, title } of acknowledged) expect(found.get(id)).toBe(title);
    const [first] = acknowledged;
    expect(await posts.get(first?.id ?? '')).toMatchObject({
      title: first?.title,
      votesCount: 1,
      commentsCount: 1,
    });
  });
});
