import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../../src/http/kernel/failures.ts';
import { helpOf } from '../../../src/http/kernel/help-links.ts';
import { exchange, openWire, type WireAnswer } from '../../support/network/wire.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let port: number;
let key: string;
let postId: string;

beforeAll(async () => {
  program = await startProgram();
  key = `Authorization: Bearer ${program.secrets.live}`;
  postId = (await program.live.post('/posts', { title: 'There' })).body.data.id;
  port = await program.listen();
});
afterAll(() => program.close());

const codes: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

function expectError(answer: WireAnswer, status: number): void {
  expect([answer.status, answer.body?.error?.code, answer.text]).toEqual([
    status,
    codes[status],
    expect.any(String),
  ]);
  expect(answer.body).toEqual({
    error: expect.objectContaining({
      code: codes[status],
      status,
      message: expect.stringMatching(/^\S.*[.?]$/),
    }),
  });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(answer.headers.link).toBe(helpOf(codeOf(status) ?? 'INTERNAL_ERROR'));
}

const lines = (...head: string[]): string => `${head.join('\r\n')}\r\n\r\n`;
const get = (path: string, ...headers: string[]) => lines(`GET ${path} HTTP/1.1`, 'Host: x', key, ...headers);
const post = (body: string, ...headers: string[]) =>
  lines('POST /v1/posts HTTP/1.1', 'Host: x', key, 'Content-Type: application/json', ...headers) + body;

describe('malformed HTTP', () => {
  it.each<[string, () => string | Buffer]>([
    ['a request that is not HTTP', () => 'hello\r\n\r\n'],
    ['an unknown HTTP version', () => 'GET /v1/posts HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['the HTTP/2 preface', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS hello', () => Buffer.from('16030100c2010000be0303', 'hex')],
    ['an unknown method', () => `FROB /v1/posts HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`],
    ['a method in lower case', () => `get /v1/posts HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`],
    ['a space in the path', () => get('/v1/po sts')],
    ['a header without a colon', () => get('/v1/posts', 'NoColonHere')],
    ['a header with a space in its name', () => get('/v1/posts', 'Bad Name: x')],
    ['NUL in a header', () => get('/v1/posts', 'X-Thing: a\0b')],
    ['a bare line feed in a header', () => get('/v1/posts', 'X-Thing: a\rb')],
    ['two different Content-Lengths', () => post('{}', 'Content-Length: 2', 'Content-Length: 3')],
    ['two equal Content-Lengths', () => post('{}', 'Content-Length: 2', 'Content-Length: 2')],
    ['a non-numeric Content-Length', () => post('{}', 'Content-Length: two')],
    ['a negative Content-Length', () => post('{}', 'Content-Length: -2')],
    [
      'Transfer-Encoding and Content-Length',
      () => post('0\r\n\r\n', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
    ],
    ['an unknown Transfer-Encoding', () => post('{}', 'Transfer-Encoding: gzip')],
    ['a chunk without a size', () => post('xyz\r\n', 'Transfer-Encoding: chunked')],
    ['headers over 16 KB', () => get('/v1/posts', `X-Large: ${'x'.repeat(20_000)}`)],
    ['a path over 16 KB', () => get(`/v1/posts/${'x'.repeat(20_000)}`)],
    [
      'very many headers over 16 KB',
      () => get('/v1/posts', ...Array.from({ length: 2500 }, (_, i) => `Header-Number-${i}: value`)),
    ],
  ])('returns 400 in the common error format for %s', async (_name, request) => {
    const answer = await exchange(port, request());
    expectError(answer, 400);
    expect(answer.headers.connection).toBe('close');
  });

  it.each([
    ['two Host headers', ['Host: x', 'Host: y']],
    ['the same Host header twice', ['Host: x', 'HOST: x']],
    ['two hosts in one header', ['Host: x, y']],
    ['a Host header with a path', ['Host: x/y']],
    ['a Host header with user info', ['Host: user@x']],
  ])('rejects %s with 400', async (_name, hosts) => {
    for (const path of ['/v1/me', '/', '/docs/', '/openapi.json', '/healthz', '/files/x/y'])
      expectError(await exchange(port, lines(`GET ${path} HTTP/1.1`, ...hosts, key)), 400);
  });

  it.each(['x', 'x:80', '[::1]:3000', 'earshot.test.', 'xn--bcher-kva.example'])(
    'accepts the Host %s',
    async (host) => {
      expect((await exchange(port, lines('GET /v1/me HTTP/1.1', `Host: ${host}`, key))).status).toBe(200);
    },
  );

  it('sends nosniff with every response', async () => {
    const heads = [
      ...[
        '/v1/me',
        '/v1/nothing',
        '/v1/posts/%zz',
        '/',
        '/docs/',
        '/docs',
        '/docs/search.js',
        '/openapi.json',
      ],
      ...['/healthz', '/metrics', '/nothing', '/files/x/y', '/console/api/session'],
    ].map((path) => get(path));
    for (const head of [...heads, 'nonsense\r\n\r\n', 'CONNECT x:1 HTTP/1.1\r\n\r\n'])
      expect([head, (await exchange(port, head)).headers['x-content-type-options']]).toEqual([
        head,
        'nosniff',
      ]);
  });

  it('does not affect other requests', async () => {
    expect((await exchange(port, get('/v1/me'))).status).toBe(200);
  });

  it('changes nothing for an interrupted request', async () => {
    const before = program.dump();
    const wire = openWire(port);
    wire.socket.write(post('{"title":"Half', 'Content-Length: 100'));
    await once(wire.socket, 'connect');
    wire.socket.end();
    await wire.answer;
    expect(program.dump()).toBe(before);
  });
});

describe('paths', () => {
  it.each([
    ['/v1/posts/%', 400],
    ['/v1/posts/%zz', 400],
    ['/v1/posts/%ff', 400],
    ['/v1/%c0%ae%c0%ae/posts', 400],
    [`/v1/posts/${'x'.repeat(10_240)}`, 400],
    [`/v1/posts/${'x'.repeat(65)}`, 400],
    ['/v1/posts/a%00b', 400],
    ['/v1/posts/a%2fb', 400],
    ['/v1/posts/nothing', 404],
    ['/v1', 404],
    ['/v1/', 404],
    ['/v1/nothing', 404],
    ['/v1/posts/x/y/z', 404],
    ['/v1//posts', 404],
    ['/v1/Posts', 404],
    ['/v2/posts', 404],
    ['/nothing', 404],
    ['/files/nothing', 404],
    ['/files/nothing/nothing', 404],
    ['/files/..%2f..%2fearshot.db/earshot.db', 404],
    ['/..%2fetc/passwd', 404],
  ])('%.40s with a key returns %i', async (path, status) => {
    expectError(await exchange(port, get(path)), status);
  });

  it.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/posts/%zz',
    'http://x/v1/posts/%zz',
    '/v1/posts/a.b',
    '/v1/posts/x/y/z',
  ])('%s without a key returns 401, whatever else is wrong', async (path) => {
    const answer = await exchange(port, lines(`GET ${path} HTTP/1.1`, 'Host: x'));
    expectError(answer, 401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it.each([
    '/v1/posts/',
    '/v1/me/',
    '/v1/statuses/',
    '/v1/posts?',
    '/v1/posts?limit=%zz',
    '/v1/posts?%',
    '/v1/posts?=&&',
  ])('%s is accepted like its canonical form', async (path) => {
    expect((await exchange(port, get(path))).status).toBe(200);
  });

  it.each([
    ['/v1/nothing', ''],
    ['/nothing', ''],
    ['/v1/post', 'GET /v1/posts'],
    ['/v1/Posts/x/Comments', 'GET /v1/posts/{id}/comments'],
    ['/v1/status_changes?limit=1', 'GET /v1/status-changes'],
    ['/v1/posts/by-externalid/x', 'GET /v1/posts/by-external-id/{externalId}'],
    ['/v1/v1/posts', 'GET /v1/posts'],
    ['/posts', 'GET /v1/posts'],
    ['/user/x', 'GET /v1/users/{id}'],
    ['http://earshot.test/v1/vote', 'GET /v1/votes'],
    [`/v1/${'post'.repeat(2000)}`, ''],
    [`/v1${'/posts'.repeat(2000)}`, ''],
    ['/v1/%2e%2e/%00', ''],
  ])('reports %s as no such endpoint, and suggests "%s"', async (path, meant) => {
    const { status, body } = await exchange(port, get(path));
    const suggestion = meant === '' ? '' : ` Did you mean \`${meant}\`?`;
    expect([status, body.error.message]).toEqual([404, `No such endpoint.${suggestion}`]);
    // Without a key, nothing more is told.
    const { error } = (await exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
      .body;
    expect(error.message).toMatch(/^(?:No such endpoint\.|Invalid API key\. No key was sent\.)$/);
  });

  it('accepts an absolute URL instead of a path, as proxies send it', async () => {
    expect((await exchange(port, get('http://earshot.test/v1/me'))).status).toBe(200);
  });
});

describe('methods', () => {
  it.each([
    ['PUT', '/v1/posts', 'GET, HEAD, POST'],
    ['PATCH', '/v1/posts', 'GET, HEAD, POST'],
    ['DELETE', '/v1/posts', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/posts', 'GET, HEAD, POST'],
    ['PROPFIND', '/v1/posts', 'GET, HEAD, POST'],
    ['QUERY', '/v1/posts', 'GET, HEAD, POST'],
    ['TRACE', '/v1/posts', 'GET, HEAD, POST'],
    ['POST', '/v1/posts/x', 'GET, HEAD, PATCH, DELETE'],
    ['PUT', '/v1/posts/x/', 'GET, HEAD, PATCH, DELETE'],
    ['PATCH', '/v1/posts/x/votes?a=b', 'GET, HEAD, POST, PUT, DELETE'],
    ['DELETE', '/v1/posts/x/comments', 'GET, HEAD, POST, PUT'],
    ['POST', '/v1/comments/x', 'GET, HEAD, PATCH, DELETE'],
    ['PUT', '/v1/statuses', 'GET, HEAD, POST'],
    ['DELETE', '/v1/post-types', 'GET, HEAD, POST'],
    ['POST', '/v1/statuses/x', 'GET, HEAD, PATCH, DELETE'],
    ['PATCH', '/v1/posts/x/merge', 'POST'],
    ['POST', '/v1/posts/by-external-id/x', 'PUT, GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/v1/audit-log', 'GET, HEAD'],
    ['GET', '/v1/batch', 'POST'],
    ['POST', '/v1/me', 'GET, HEAD'],
    ['PUT', 'http://earshot.test/v1/posts', 'GET, HEAD, POST'],
    ['PUT', '/v1/%70osts', 'GET, HEAD, POST'],
    ['PUT', '/%761/posts/?limit=1', 'GET, HEAD, POST'],
    ['PUT', '/v1/posts#all', 'GET, HEAD, POST'],
    ['POST', '/v1/posts/a%2Fb', 'GET, HEAD, PATCH, DELETE'],
  ])('%s %s returns 405 and lists the allowed methods', async (method, path, allow) => {
    const answer = await exchange(port, lines(`${method} ${path} HTTP/1.1`, 'Host: x', key));
    expectError(answer, 405);
    expect(answer.headers.allow).toBe(allow);
  });

  it.each([
    ['PUT', '/v1/posts', 405],
    ['POST', '/v1/nothing', 404],
    ['PUT', '/nothing', 404],
  ])('%s %s returns %i before its body is validated', async (method, path, status) => {
    for (const [type, body] of [
      ['text/plain', 'x'],
      ['application/json', '{'],
      ['nonsense', 'x'],
      ['application/json', 'x'.repeat(1_100_000)],
    ] as const) {
      const length = `Content-Length: ${body.length}`;
      const head = lines(`${method} ${path} HTTP/1.1`, 'Host: x', key, `Content-Type: ${type}`, length);
      expectError(await exchange(port, head + body), status);
    }
  });

  it.each(['CONNECT earshot.test:80', 'OPTIONS *'])(
    '%s returns 404: there is no such endpoint',
    async (start) => {
      expectError(await exchange(port, lines(`${start} HTTP/1.1`, 'Host: x', key)), 404);
    },
  );

  it.each(['/v1/posts', '/v1/me', '/healthz', '/openapi.json'])(
    'HEAD %s has the headers of GET and no body',
    async (path) => {
      const shown = await exchange(port, get(path, 'Connection: close'));
      const wire = openWire(port);
      let bytes = '';
      wire.socket.on('data', (chunk) => {
        bytes += chunk;
      });
      wire.socket.write(lines(`HEAD ${path} HTTP/1.1`, 'Host: x', key, 'Connection: close'));
      await once(wire.socket, 'close');
      const [head = '', body] = bytes.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 200 /);
      expect(head.toLowerCase()).toContain('x-request-id: ');
      expect(head.toLowerCase()).toContain(`content-type: ${shown.headers['content-type']}`);
      expect(body).toBe('');
    },
  );

  it('HEAD returns 404 without a body for an unknown path', async () => {
    const { status, text } = await program.live.call('HEAD', '/posts/nothing');
    expect([status, text]).toEqual([404, '']);
  });
});

describe('unusual but valid HTTP', () => {
  it('accepts a missing Host header', async () => {
    expect((await exchange(port, lines('GET /v1/me HTTP/1.1', key))).status).toBe(200);
    expectError(await exchange(port, lines('GET /v1/me HTTP/1.1')), 401);
  });

  it('accepts HTTP/1.0', async () => {
    expect((await exchange(port, lines('GET /v1/me HTTP/1.0', key))).status).toBe(200);
  });

  it('sends 100 Continue for a request that expects it', async () => {
    const wire = openWire(port);
    const body = '{"title":"Continued"}';
    wire.socket.write(post('', `Content-Length: ${body.length}`, 'Expect: 100-continue'));
    await once(wire.socket, 'data');
    expect(wire.interim).toEqual(['HTTP/1.1 100 Continue']);
    wire.socket.write(body);
    expect((await wire.answer)?.status).toBe(201);
    wire.socket.destroy();
  });

  it('ignores any other expectation', async () => {
    expect((await exchange(port, get('/v1/me', 'Expect: the-unexpected'))).status).toBe(200);
    expectError(await exchange(port, lines('GET /v1/me HTTP/1.1', 'Host: x', 'Expect: something')), 401);
  });

  it('ignores protocol upgrades', async () => {
    const answer = await exchange(port, get('/v1/me', 'Connection: Upgrade', 'Upgrade: websocket'));
    expect(answer.status).toBe(200);
  });

  it('uses the first of two Authorization headers, and treats two x-api-key headers as none', async () => {
    const both = lines('GET /v1/me HTTP/1.1', 'Host: x', key, 'Authorization: Bearer wrong');
    expect((await exchange(port, both)).status).toBe(200);
    const apiKey = `x-api-key: ${program.secrets.live}`;
    expectError(await exchange(port, lines('GET /v1/me HTTP/1.1', 'Host: x', apiKey, apiKey)), 401);
  });

  it('accepts a chunked body', async () => {
    const answer = await exchange(
      port,
      post('11\r\n{"title":"Chunk"}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'),
    );
    expect([answer.status, answer.body.data.title]).toEqual([201, 'Chunk']);
  });

  it('keeps the connection open after an error', async () => {
    const wire = openWire(port);
    wire.socket.write(get('/v1/posts/nothing'));
    expect((await wire.answer)?.status).toBe(404);
    let second = '';
    wire.socket.on('data', (chunk) => {
      second += chunk;
    });
    wire.socket.write(get(`/v1/posts/${postId}`, 'Connection: close'));
    await once(wire.socket, 'close');
    expect(second).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a body of 100 MB', () => {
  it.each([
    ['without a length, as JSON', 'application/json'],
    ['without a length, as a form with an endless field', 'multipart/form-data; boundary=b'],
  ])('%s is rejected with 413 before it is fully sent, in bounded memory', async (_name, type) => {
    const before = program.dump();
    const resident = process.memoryUsage().rss;
    const wire = openWire(port);
    const head = [
      'POST /v1/posts HTTP/1.1',
      'Host: x',
      key,
      `Content-Type: ${type}`,
      'Transfer-Encoding: chunked',
    ];
    wire.socket.write(lines(...head));
    const start = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n';
    wire.socket.write(`${start.length.toString(16)}\r\n${start}\r\n`);
    const megabyte = Buffer.from(`100000\r\n${'x'.repeat(0x100000)}\r\n`);
    let answered = false;
    const answer = wire.answer.then((found) => {
      answered = true;
      return found;
    });
    let sent = 0;
    while (!answered && !wire.socket.destroyed && sent < 100) {
      sent += 1;
      if (!wire.socket.write(megabyte))
        await Promise.race([once(wire.socket, 'drain').catch(() => undefined), answer]);
      // Lets the response arrive between chunks that the kernel buffered together.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (!answered) wire.socket.write('0\r\n\r\n');
    const found = await answer;
    wire.socket.destroy();
    if (found === undefined) throw new Error('closed without an answer');
    expectError(found, 413);
    expect(process.memoryUsage().rss - resident).toBeLessThan(80 * 1024 * 1024);
    expect(program.dump()).toBe(before);
  });

  it('is rejected by its Content-Length alone', async () => {
    const answer = await exchange(port, post('{', `Content-Length: ${100 * 1024 * 1024}`));
    expectError(answer, 413);
    expect(answer.headers.connection).toBe('close');
  });
});

describe('an internal error', () => {
  let broken: TestProgram;
  beforeAll(async () => {
    broken = await startProgram();
    // Opens both handles of the store, so that closing it has an effect.
    await broken.live.get('/posts');
    await broken.engines.store.close();
  });
  afterAll(() => broken.close());

  it.each([
    ['GET', '/v1/posts'],
    ['GET', '/v1/me'],
    ['POST', '/v1/posts'],
    ['GET', '/readyz'],
    ['GET', '/files/x/y'],
  ] as const)('%s %s returns a generic 5xx without details, and logs the cause', async (method, url) => {
    const headers = {
      authorization: `Bearer ${broken.secrets.live}`,
      'x-request-id': `fault${method}${url}`.replaceAll('/', '.'),
    };
    const response = await broken.app.inject({ method, url, headers });
    expect(response.statusCode).toBeGreaterThanOrEqual(500);
    const body = response.json();
    expect(Object.keys(body)).toEqual(['error']);
    expect(Object.keys(body.error).sort()).toEqual(['code', 'message', 'status']);
    expect(body.error.status).toBe(response.statusCode);
    expect([
      'Something went wrong on our side.',
      'The service cannot answer right now.',
      'Not ready: the database does not answer.',
    ]).toContain(body.error.message);
    expect(response.headers['x-request-id']).toBe(headers['x-request-id']);
    const cause = broken
      .logged()
      .find((line) => line.requestId === headers['x-request-id'] && line.err !== undefined);
    expect(cause).toMatchObject({
      level: 50,
      err: { message: expect.stringMatching(/closed|not open|after calling end/) },
    });
  });

  it('does not affect /healthz', async () => {
    expect((await broken.app.inject('/healthz')).statusCode).toBe(200);
  });
});
