// A client that is rejected while still sending gets the response, whatever HTTP client it uses.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWire } from '../support/network/wire.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { pngOf } from './pictures.ts';

const megabyte = 1024 * 1024;
const missing = (program: string) => (process.env.EARSHOT_MISSING_TOOLS ?? '').split(',').includes(program);

let open: TestProgram;
let limited: TestProgram;
let ports: { open: number; limited: number };
let folder: string;

beforeAll(async () => {
  const environment = { AUTH_FAILURE_LIMIT: '0', UPLOAD_MAX_IMAGE_BYTES: String(megabyte) };
  open = await startProgram({ environment });
  limited = await startProgram({ environment: { ...environment, RATE_LIMIT_WRITE: '1' } });
  ports = { open: await open.listen(), limited: await limited.listen() };
  await limited.live.post('/posts', { title: 'The only one this minute' });
  await limited.test.post('/posts', { title: 'The only one this minute' });
  folder = await mkdtemp(join(tmpdir(), 'earshot-refused-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await Promise.all([open.close(), limited.close()]);
});

const boundary = 'boundary-of-the-form';
const formType = `multipart/form-data; boundary=${boundary}`;
const formStart = (field: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nA title\r\n` +
  `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n` +
  'Content-Type: image/png\r\n\r\n';
const formEnd = `\r\n--${boundary}--\r\n`;

interface Refused {
  status: number;
  program: 'open' | 'limited';
  key: 'live' | 'test' | 'wrong' | 'none';
  method: string;
  path: string;
  type: string;
  /** Before and after the padding. */
  prefix: string;
  suffix: string;
}

const upload: Refused = {
  status: 401,
  program: 'open',
  key: 'wrong',
  method: 'POST',
  path: '/v1/posts',
  type: formType,
  prefix: formStart('attachments'),
  suffix: formEnd,
};
const plain = { type: 'text/plain', prefix: '', suffix: '' };

const refusals: Record<string, Refused> = {
  'an invalid key': upload,
  'a path that is not there': { ...upload, status: 404, key: 'live', path: '/v1/nothing' },
  'a method that is not there': { ...upload, status: 405, key: 'live', path: '/v1/posts/x' },
  'a file under a wrong name': { ...upload, status: 400, key: 'live', prefix: formStart('elsewhere') },
  'a file of a wrong type': { ...upload, status: 415, key: 'live' },
  'a body of a wrong type': { ...upload, ...plain, status: 415, key: 'live' },
  'a spent allowance of a live key': { ...upload, status: 429, key: 'live', program: 'limited' },
  'a spent allowance of a test key': { ...upload, status: 429, key: 'test', program: 'limited' },
  'a path outside the API': { ...upload, ...plain, status: 404, key: 'none', path: '/nothing' },
  'a file that is not there': { ...upload, ...plain, status: 404, key: 'none', path: '/files/x/y' },
  'the console from elsewhere': {
    ...upload,
    status: 403,
    key: 'none',
    path: '/console/api/session',
    type: 'application/json',
    prefix: '"',
    suffix: '"',
  },
  'an address that is not encoded': { ...upload, status: 401, path: '/v1/posts/%zz' },
};

function headersOf({ program, key, type }: Refused): Record<string, string> {
  const { secrets } = program === 'open' ? open : limited;
  if (key === 'none') return { 'content-type': type };
  const secret = key === 'wrong' ? 'sk_live_wrong' : secrets[key];
  return { authorization: `Bearer ${secret}`, 'content-type': type };
}

const bodyOf = ({ prefix, suffix }: Refused, size: number): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from(prefix), Buffer.alloc(size, 'x'), Buffer.from(suffix)]);

type Outcome = [status: number | string, requestId: string | null];
const named = expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/);

async function byFetch(refused: Refused, size: number, chunked: boolean): Promise<Outcome> {
  const body = bodyOf(refused, size);
  const response = await fetch(`http://127.0.0.1:${ports[refused.program]}${refused.path}`, {
    method: refused.method,
    headers: headersOf(refused),
    body: chunked ? new Blob([body]).stream() : body,
    ...(chunked && { duplex: 'half' }),
  });
  if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ error: { status: response.status } });
  return [response.status, response.headers.get('x-request-id')];
}

/** Each size with Content-Length and chunked, this many times. */
async function byPython(refused: Refused, sizes: readonly number[], tries: number): Promise<Outcome[]> {
  const { program, method, path, prefix, suffix } = refused;
  const child = spawn('python3', [join(import.meta.dirname, 'send.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const headers = headersOf(refused);
  child.stdin.end(
    JSON.stringify({ port: ports[program], tries, method, path, headers, sizes, prefix, suffix }),
  );
  return JSON.parse(await text(child.stdout));
}

async function byCurl(refused: Refused, size: number, expects: boolean): Promise<Outcome> {
  const file = join(folder, `${size}-${refused.prefix.length}`);
  await pipeline(Readable.from([bodyOf(refused, size)]), createWriteStream(file));
  const headers = { ...headersOf(refused), expect: expects ? '100-continue' : '' };
  const child = spawn('curl', [
    ...['--silent', '--show-error', '--output', '/dev/null', '--request', refused.method],
    ...['--write-out', '%{http_code} %header{x-request-id}', '--data-binary', `@${file}`],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`.trim()]),
    `http://127.0.0.1:${ports[refused.program]}${refused.path}`,
  ]);
  const [said, code] = [await text(child.stdout), child.exitCode ?? (await once(child, 'exit'))[0]];
  const [status = '', requestId = null] = said.split(' ');
  return code === 0 ? [Number(status), requestId] : [`curl ended with ${code}`, null];
}

const sizes = [74, 100_000, megabyte, 5 * megabyte];

describe.each(Object.entries(refusals))('rejected for %s while sending', (_name, refused) => {
  const answered = [refused.status, named];

  it('fetch gets the response', async () => {
    for (const size of sizes)
      for (const chunked of [false, true])
        expect([size, ...(await byFetch(refused, size, chunked))]).toEqual([size, ...answered]);
  });

  it.skipIf(missing('python3'))("Python's http.client gets the response", async () => {
    expect(await byPython(refused, sizes, 1)).toEqual(Array(sizes.length * 2).fill(answered));
  });

  it.skipIf(missing('curl'))('curl gets the response', async () => {
    for (const expects of [false, true])
      expect(await byCurl(refused, 2 * megabyte, expects)).toEqual(answered);
  });
});

describe('a rejected body of 100 MB', () => {
  const [large, answered] = [100 * megabyte, [401, named]];

  it('gets its response with fetch', async () => {
    for (const chunked of [false, true]) expect(await byFetch(upload, large, chunked)).toEqual(answered);
  });

  it.skipIf(missing('python3'))("gets its response with Python's http.client", async () => {
    expect(await byPython(upload, [large], 1)).toEqual([answered, answered]);
  });

  it.skipIf(missing('curl'))('gets its response with curl', async () => {
    for (const expects of [false, true]) expect(await byCurl(upload, large, expects)).toEqual(answered);
  });

  it('gets its response when only the file is too large', async () => {
    const head = pngOf(100).subarray(0, 33);
    const body = Buffer.concat([Buffer.from(upload.prefix), head, bodyOf({ ...upload, prefix: '' }, large)]);
    const response = await fetch(`http://127.0.0.1:${ports.open}/v1/posts`, {
      method: 'POST',
      headers: headersOf({ ...upload, key: 'live' }),
      body,
    });
    expect([response.status, response.headers.get('x-request-id')]).toEqual([413, named]);
  });
});

describe('the connection after a rejection', () => {
  const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
  const refusedHead = (length: number, ...lines: string[]) =>
    head(
      'POST /v1/posts HTTP/1.1',
      'Host: x',
      'Content-Type: text/plain',
      `Content-Length: ${length}`,
      ...lines,
    );
  const authorization = () => `Authorization: Bearer ${open.secrets.live}`;

  it('serves the next request once the body has arrived', async () => {
    const wire = openWire(ports.open);
    wire.socket.write(refusedHead(megabyte));
    expect((await wire.answer)?.headers).not.toHaveProperty('connection', 'close');
    let rest = '';
    wire.socket.on('data', (chunk) => {
      rest += chunk;
    });
    wire.socket.write(Buffer.alloc(megabyte, 'x'));
    wire.socket.write(head('GET /v1/me HTTP/1.1', 'Host: x', authorization(), 'Connection: close'));
    await once(wire.socket, 'close');
    expect(rest).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('closes after the response when the body is too long, and serves nothing more', async () => {
    const length = 20 * megabyte;
    const before = open.dump();
    const wire = openWire(ports.open);
    wire.socket.write(refusedHead(length));
    expect(await wire.answer).toMatchObject({ status: 401, headers: { connection: 'close' } });
    let rest = '';
    wire.socket.on('data', (chunk) => {
      rest += chunk;
    });
    wire.socket.write(Buffer.alloc(length, 'x'));
    const body = '{"title":"Behind a refused body"}';
    const type = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    wire.socket.end(head('POST /v1/posts HTTP/1.1', 'Host: x', authorization(), ...type) + body);
    await once(wire.socket, 'close');
    expect(rest).toBe('');
    expect(open.dump()).toBe(before);
  });

  it.each([
    ['an invalid key', '/v1/posts', 'Authorization: Bearer wrong', 'application/json', 401],
    ['an unknown path', '/v1/nothing', '', 'application/json', 404],
    ['a content type', '/v1/posts', '', 'text/plain', 415],
    ['an announced length', '/v1/posts', '', 'application/json', 413],
  ])('rejects for %s before requesting the body', async (_name, path, credential, type, status) => {
    const wire = openWire(ports.open);
    wire.socket.write(
      head(
        `POST ${path} HTTP/1.1`,
        'Host: x',
        credential || authorization(),
        `Content-Type: ${type}`,
        `Content-Length: ${2 * megabyte}`,
        'Expect: 100-continue',
      ),
    );
    expect(await wire.answer).toMatchObject({ status, headers: { connection: 'close' } });
    expect(wire.interim).toEqual([]);
    // Anything it sends anyway is dropped.
    wire.socket.end(Buffer.alloc(2 * megabyte, 'x'));
    await once(wire.socket, 'close');
  });

  it('answers a long stream that is not HTTP', async () => {
    const wire = openWire(ports.open);
    wire.socket.write(
      head('POST /v1/posts HTTP/1.1', 'Host: x', authorization(), 'Transfer-Encoding: chunked') +
        'nonsense\r\n',
    );
    wire.socket.end(Buffer.alloc(5 * megabyte, 'x'));
    expect(await wire.answer).toMatchObject({ status: 400, headers: { 'x-request-id': named } });
  });

  it('answers CONNECT, and drops what follows', async () => {
    const wire = openWire(ports.open);
    wire.socket.write(head('CONNECT earshot.test:443 HTTP/1.1', 'Host: x'));
    wire.socket.end(Buffer.alloc(megabyte, 'x'));
    expect(await wire.answer).toMatchObject({ status: 404, headers: { 'x-request-id': named } });
  });
});
