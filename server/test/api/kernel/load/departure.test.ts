// A client disconnects while its write waits: the write is canceled, and other requests continue.

import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { blockWrites } from '../../../support/blocked-writes.ts';
import { openWire } from '../../../support/network/wire.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
let port: number;
beforeEach(async () => {
  program = await startProgram();
  port = await program.listen();
  // Records the first use of the key now, as that is a write of its own.
  await program.live.get('/me');
  await program.idle();
});
afterEach(() => program.close());

const connections = () => promisify(program.app.server.getConnections.bind(program.app.server))();

const titles = async () => {
  const { body } = await program.live.get('/posts');
  return body.data.posts.map(({ title }: { title: string }) => title);
};

function send(path: string, body: object, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body);
  const sent = {
    host: 'localhost',
    authorization: `Bearer ${program.secrets.live}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  };
  const wire = openWire(port);
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  wire.socket.write(`POST /v1${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
  return wire;
}

const create = (title: string) => ({ method: 'POST', path: '/posts', body: { title } });

it.each<[string, string, object]>([
  ['a single write', '/posts', { title: 'Left' }],
  ['an atomic batch', '/batch', { atomic: true, operations: [create('Left'), create('Left')] }],
  ['the remaining operations of a batch', '/batch', { operations: [create('Left'), create('Left')] }],
])('cancels %s when the client disconnects', async (_what, path, body) => {
  const still = await blockWrites(program);
  const { socket } = send(path, body);
  await still.isBlocking();
  socket.destroy();
  await vi.waitUntil(async () => (await connections()) === 0, { timeout: 60_000 });
  await still.end();
  expect((await program.live.post('/posts', { title: 'After' })).status).toBe(201);
  expect(await titles()).toEqual(['After']);
  expect(program.logged().filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

it('runs a retry with the same Idempotency-Key after a canceled attempt', async () => {
  const still = await blockWrites(program);
  const { socket } = send('/posts', { title: 'Once' }, { 'idempotency-key': 'again' });
  await still.isBlocking();
  socket.destroy();
  await vi.waitUntil(async () => (await connections()) === 0, { timeout: 60_000 });
  await still.end();
  const repeat = async () => {
    const { answer, socket: second } = send('/posts', { title: 'Once' }, { 'idempotency-key': 'again' });
    const status = (await answer)?.status;
    second.destroy();
    return status;
  };
  // The canceled attempt may still hold the key in flight, so the client retries on 409.
  const statuses = new Set<number | undefined>();
  await vi.waitUntil(async () => statuses.add(await repeat()).has(201), { timeout: 60_000 });
  expect([...statuses].filter((status) => status !== 409)).toEqual([201]);
  expect(await titles()).toEqual(['Once']);
});
