// Large streamed responses with slow or stalled readers: each uses little memory, and open streams are limited per key.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

const most = 16;
/** More than the buffers at both ends of a connection hold. */
const posts = 80;
const description = '👍 word '.repeat(10_000);

describe('a large response', () => {
  let program: TestProgram;
  let port: number;
  let userId: string;
  const open: Socket[] = [];
  beforeAll(async () => {
    program = await startProgram();
    port = await program.listen();
    for (let count = 0; count < posts; count += 1) {
      const author = { email: 'prolific@example.com' };
      const { body } = await program.live.post('/posts', { title: `Post ${count}`, description, author });
      userId = body.data.author.id;
    }
  }, 120_000);
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await program.close();
  });

  const path = () => `/v1/users/${userId}/export`;
  /** Sends a request and reads only the start of the response. */
  const ask = async (secret: string): Promise<{ socket: Socket; head: string }> => {
    const socket = connect({ port, host: '127.0.0.1' });
    open.push(socket);
    socket.on('error', () => undefined);
    socket.write(`GET ${path()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`);
    await once(socket, 'readable');
    return { socket, head: String(socket.read(2000) ?? socket.read()) };
  };

  it('arrives complete, in chunks that never split a character', async () => {
    const headers = { authorization: `Bearer ${program.secrets.live}` };
    const answer = await fetch(`http://127.0.0.1:${port}${path()}`, { headers });
    const { data } = (await answer.json()) as {
      data: { posts: { descriptionHtml: string }[]; counts: { posts: number } };
    };
    expect(data.counts.posts).toBe(posts);
    expect(data.posts).toHaveLength(posts);
    expect(new Set(data.posts.map((post) => post.descriptionHtml)).size).toBe(1);
    expect(data.posts[0]?.descriptionHtml).not.toContain('\ufffd');
  });

  it('returns 429 to a key with too many open streams, until one is read or closed', async () => {
    const held = await Promise.all(Array.from({ length: most }, () => ask(program.secrets.live)));
    for (const { head } of held) expect(head).toMatch(/^HTTP\/1\.1 200 /);
    const refused = await ask(program.secrets.live);
    expect(refused.head).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused.head).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(refused.head).toContain('"code":"RATE_LIMITED"');
    // Other keys and short responses are not affected.
    expect((await ask(program.secrets.test)).head).toMatch(/^HTTP\/1\.1 200 /);
    expect((await program.live.get('/posts?limit=1')).status).toBe(200);
    held[0]?.socket.destroy();
    await vi.waitFor(async () => expect((await ask(program.secrets.live)).head).toMatch(/^HTTP\/1\.1 200 /), {
      timeout: 60_000,
    });
  });

  it('is read from the store in batches of limited size', async () => {
    const caller = { workspaceId: program.workspaceId } as Parameters<typeof exported>[0];
    const { exportUser } = await import('../../../src/app/porting/export/user-exporting.ts');
    const exported = exportUser({ store: program.engines.store } as Parameters<typeof exportUser>[0]);
    let seen = 0;
    for await (const batch of (await exported(caller, userId)).posts) {
      const characters = batch.reduce((sum, post) => sum + post.descriptionHtml.length, 0);
      expect(characters).toBeLessThan(512 * 1024);
      seen += batch.length;
    }
    expect(seen).toBe(posts);
  });
});
