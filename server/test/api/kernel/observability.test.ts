import { connect } from 'node:net';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { png } from '../../http/pictures.ts';
import { resolved, targetOf } from '../../support/documents/openapi-document.ts';
import { exchange } from '../../support/network/wire.ts';
import { patiently } from '../../support/patience.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let port: Promise<number>;

beforeAll(async () => {
  program = await startProgram();
  port = program.listen();
});
afterAll(() => program.close());

const get = (url: string, headers: Record<string, string> = {}) => program.app.inject({ url, headers });
const everywhere = [
  '/',
  '/docs',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/nothing',
  '/files/a/b',
  '/v1/me',
  '/v1/nothing',
];

describe('X-Request-Id', () => {
  it.each(everywhere)("is in the response to %s: the client's own, or a generated one", async (url) => {
    const own = await get(url, { 'x-request-id': 'My-request_1.x' });
    expect(own.headers['x-request-id']).toBe('My-request_1.x');
    const minted = await get(url);
    expect(minted.headers['x-request-id']).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it.each([
    ['empty', ''],
    ['with a space', 'a b'],
    ['with a slash', 'a/b'],
    ['with a quote', 'a"b'],
    ['outside ASCII', 'ä'],
    ['two values in one header', 'a, b'],
    ['of 129 characters', 'x'.repeat(129)],
  ])("is generated if the client's is %s", async (_name, given) => {
    const { headers } = await get('/v1/me', { 'x-request-id': given });
    expect(headers['x-request-id']).toMatch(/^req_/);
  });

  it('accepts the maximum length, and is generated if sent twice', async () => {
    const longest = 'x'.repeat(128);
    expect((await get('/v1/me', { 'x-request-id': longest })).headers['x-request-id']).toBe(longest);
    const twice = 'GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\nX-Request-Id: b\r\n\r\n';
    expect((await exchange(await port, twice)).headers['x-request-id']).toMatch(/^req_/);
  });

  it('is unique per request', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => program.live.get('/me')));
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(50);
  });
});

describe('the log', () => {
  it('has a line per request, with id, method, path without query, status, duration and key', async () => {
    const { headers } = await program.live.get('/posts?filters=search:secret-word', {
      'x-request-id': 'logged-1',
    });
    expect(headers['x-request-id']).toBe('logged-1');
    const lines = program.logged().filter(({ requestId }) => requestId === 'logged-1');
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        method: 'GET',
        path: '/v1/posts',
        status: 200,
        ms: expect.any(Number),
        keyId: expect.stringMatching(/^key_/),
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret-word');
  });

  it('has the request id in every line', async () => {
    const start = program.logged().length;
    for (const url of everywhere) await get(url);
    await program.live.post('/posts', { title: 'x' });
    await program.live.post('/posts', { title: 1 });
    await program.live.call('POST', '/posts', { raw: '{', headers: { 'content-type': 'application/json' } });
    await program.live.get('/posts/%zz');
    await exchange(await port, 'not HTTP\r\n\r\n');
    const lines = program
      .logged()
      .slice(start)
      // Lines of the process, not of a request: Redis may be slow for a moment on a busy machine.
      .filter(({ msg }) => !/^Redis is /.test(String(msg)));
    expect(lines.length).toBeGreaterThanOrEqual(everywhere.length + 5);
    for (const line of lines) expect(line.requestId, JSON.stringify(line)).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  });

  it('never contains a secret, however the key was sent and whatever failed', async () => {
    const wrong = 'sk_live_es_WrongButSecretAllTheSame';
    for (const secret of [...Object.values(program.secrets), wrong]) {
      const forms = [
        { authorization: `Bearer ${secret}` },
        { authorization: secret },
        { 'x-api-key': secret },
      ];
      for (const headers of forms) {
        await get('/v1/me', headers);
        await get('/v1/nothing', headers);
        await get('/v1/posts/%zz', headers);
        await program.app.inject({ method: 'POST', url: '/v1/posts', headers, payload: 'x' });
        await program.app.inject({
          method: 'POST',
          url: '/v1/posts',
          headers: { ...headers, 'content-type': 'application/json' },
          payload: '{',
        });
      }
    }
    await exchange(
      await port,
      `GET /v1/me HTTP/1.1\r\nAuthorization: Bearer ${program.secrets.live}\r\nBad\r\n\r\n`,
    );
    const form = new FormData();
    form.append('title', 'x');
    form.append('attachments', new Blob([png(1, 1)], { type: 'image/png' }), 'a.png');
    const { body } = await program.live.call('POST', '/posts', { form });
    await program.live.delete(`/posts/${body.data.id}`);
    const text = JSON.stringify(program.logged());
    expect(text).not.toContain('"Buffer"');
    for (const secret of [...Object.values(program.secrets), wrong]) expect(text).not.toContain(secret);
  });

  it('never contains the URL of a file, however it is written', async () => {
    const form = new FormData();
    form.append('title', 'x');
    form.append('attachments', new Blob([png(1, 1)], { type: 'image/png' }), 'a.png');
    const { body } = await program.live.call('POST', '/posts', { form });
    const [, fileKey = ''] = /\/files\/([^/]+)/.exec(body.data.attachments[0].url) ?? [];
    expect(fileKey).not.toBe('');
    for (const [target, status] of [
      [`/files/${fileKey}/a.png`, 200],
      [`/%66iles/${fileKey}/a.png`, 200],
      [`http://x/files/${fileKey}/a.png`, 200],
      [`/files/${fileKey}/a.png/more`, 404],
      [`//files/${fileKey}/a.png`, 404],
      [`http://x//files/${fileKey}`, 404],
    ] as const) {
      const answer = await exchange(await port, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect([target, answer.status]).toEqual([target, status]);
    }
    expect(JSON.stringify(program.logged())).not.toContain(fileKey);
  });

  it('never contains user content', async () => {
    await program.live.post('/posts', { title: 'Between us only', authorEmail: 'private@example.com' });
    await program.live.post('/posts', { title: '', authorEmail: 'private@example.com' });
    const text = JSON.stringify(program.logged());
    expect(text).not.toContain('Between us only');
    expect(text).not.toContain('private@example.com');
  });
});

describe('the operator endpoints', () => {
  it.each([
    ['/healthz', { data: { status: 'ok' } }],
    ['/readyz', { data: { status: 'ready' } }],
  ])('%s needs no key and reports success', async (url, body) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.json()]).toEqual([200, body]);
  });

  it('/metrics counts requests by method, route and status, in a bounded number of series', async () => {
    await program.live.get('/posts/nothing-1');
    await program.live.get('/posts/nothing-2');
    for (let index = 0; index < 20; index += 1) await get(`/random-${index}`);
    const { statusCode, headers, payload } = await get('/metrics');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=/);
    expect(payload).toMatch(
      /^earshot_http_requests_total\{method="GET",route="\/v1\/posts\/:id",status="404"\} [2-9]/m,
    );
    expect(payload).toMatch(/^earshot_http_request_duration_seconds_bucket/m);
    expect(payload).toMatch(/^process_resident_memory_bytes \d/m);
    expect(payload).not.toContain('random-');
    expect(payload).not.toContain('nothing-');
  });

  it('/metrics reports disk, database, connections and workers without a database query', async () => {
    const { payload } = await get('/metrics');
    const value = (metric: string) => {
      const line = payload.split('\n').find((one) => one.startsWith(`${metric} `));
      return line === undefined ? undefined : Number(line.slice(metric.length + 1));
    };
    expect(value('earshot_disk_free_bytes{directory="data"}')).toBeGreaterThan(0);
    expect(value('earshot_database_waiting{use="write"}')).toBe(0);
    expect(value('earshot_database_connections{use="write",state="busy"}')).toBe(0);
    expect(value('earshot_http_connections')).toBeGreaterThanOrEqual(0);
    expect(value('earshot_sweep_failures_total')).toBe(0);
    expect(value('earshot_sweep_last_success_timestamp_seconds')).toBe(0);
    expect(value('earshot_changelogs_overdue')).toBe(0);
    for (const outcome of ['succeeded', 'refused', 'unanswered'])
      expect(value(`earshot_webhook_attempts_total{outcome="${outcome}"}`)).toBe(0);
    for (const kind of ['export', 'import']) {
      for (const outcome of ['finished', 'failed'])
        expect(value(`earshot_jobs_total{kind="${kind}",outcome="${outcome}"}`)).toBe(0);
      expect(value(`earshot_jobs_running{kind="${kind}"}`)).toBe(0);
    }
    for (const state of ['underway', 'waiting'])
      expect(value(`earshot_webhook_requests{state="${state}"}`)).toBe(0);
    expect(value('earshot_webhooks_due')).toBe(0);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    const isEmbedded = program.environment.DATABASE_URL === undefined;
    const databaseBytes = value('earshot_database_disk_bytes{file="database"}');
    if (isEmbedded) expect(databaseBytes).toBeGreaterThan(0);
    else expect(databaseBytes).toBeUndefined();
    expect(payload.includes('earshot_database_connections{use="read"')).toBe(!isEmbedded);
  });

  it('/metrics counts waiting writers and open connections', async () => {
    const metric = async (name: string) =>
      Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await get('/metrics')).payload)?.[1]);
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { store } = program.engines;
    const writers = Array.from({ length: 12 }, () => store.transaction(() => finished));
    await vi.waitFor(
      async () => expect(await metric('earshot_database_waiting\\{use="write"\\}')).toBeGreaterThan(5),
      patiently,
    );
    finish();
    await Promise.all(writers);
    expect(await metric('earshot_database_waiting\\{use="write"\\}')).toBe(0);

    const before = await metric('earshot_http_connections');
    const socket = connect({ host: '127.0.0.1', port: await port });
    await vi.waitFor(
      async () => expect(await metric('earshot_http_connections')).toBe(before + 1),
      patiently,
    );
    socket.destroy();
    await vi.waitFor(async () => expect(await metric('earshot_http_connections')).toBe(before), patiently);
  });

  it('/docs needs no key, and loads nothing from other hosts', async () => {
    expect((await get('/docs')).headers.location).toBe('/docs/');
    const page = await get('/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.payload).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const scripts = [...page.payload.matchAll(/<script[^>]* src="([^"]+)"/g)].map(
      ([, source]) => source ?? '',
    );
    expect(scripts.length).toBeGreaterThan(0);
    for (const source of scripts) {
      const { pathname } = new URL(source, 'http://earshot.test/docs/');
      expect((await get(pathname)).statusCode).toBe(200);
    }
  });

  it('/docs/ and its subpaths return errors in the common format', async () => {
    const { statusCode, headers, payload } = await get('/docs/nothing');
    expect([statusCode, JSON.parse(payload).error.message]).toEqual([404, 'No such endpoint.']);
    expect(headers['x-request-id']).toMatch(/^req_/);
  });
});

describe('/openapi.json', () => {
  interface Operation {
    parameters?: { name: string }[];
    operationId: string;
    summary: string;
    tags: string[];
    responses: Record<
      string,
      { content?: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }> }
    >;
  }
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape until it is checked.
  let document: any;
  let operations: [string, Operation][];

  beforeAll(async () => {
    document = (await get('/openapi.json')).json();
    const { paths } = resolved<{ paths: Record<string, Record<string, Operation>> }>(document);
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  });

  it('is an OpenAPI 3.1 document of every operation of the API', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const ofPost = [
      'GET /posts/{id}',
      'PATCH /posts/{id}',
      'DELETE /posts/{id}',
      'POST /posts/{id}/merge',
      'POST /posts/{id}/unmerge',
      'GET /posts/{id}/comments',
      'POST /posts/{id}/comments',
      'PUT /posts/{id}/comments',
      'GET /posts/{id}/votes',
      'POST /posts/{id}/votes',
      'PUT /posts/{id}/votes',
      'DELETE /posts/{id}/votes',
      'GET /posts/{id}/followers',
      'POST /posts/{id}/followers',
      'PUT /posts/{id}/followers',
      'DELETE /posts/{id}/followers',
      'GET /posts/{id}/notices',
      'GET /posts/{id}/status-changes',
    ];
    expect(operations.map(([name]) => name).sort()).toEqual(
      [
        ...ofPost,
        ...ofPost.map((name) => name.replace('{id}', 'by-external-id/{externalId}')),
        'GET /me',
        'GET /posts',
        'POST /posts',
        'PUT /posts/by-external-id/{externalId}',
        'GET /posts/similar',
        'GET /comments',
        'GET /comments/{id}',
        'GET /comments/by-external-id/{externalId}',
        'PUT /comments/by-external-id/{externalId}',
        'DELETE /comments/by-external-id/{externalId}',
        'PATCH /comments/{id}',
        'DELETE /comments/{id}',
        'GET /votes',
        'GET /users',
        'POST /users',
        'GET /users/{id}',
        'PATCH /users/{id}',
        'DELETE /users/{id}',
        'GET /users/{id}/posts',
        'GET /users/{id}/comments',
        'GET /users/{id}/votes',
        'GET /users/{id}/following',
        'GET /users/{id}/mail',
        'PATCH /users/{id}/mail',
        'GET /users/{id}/export',
        'POST /batch',
        'GET /audit-log',
        'GET /deletions',
        'GET /events',
        'GET /changelogs',
        'POST /changelogs',
        'GET /changelogs/{id}',
        'PATCH /changelogs/{id}',
        'DELETE /changelogs/{id}',
        'POST /changelogs/{id}/publish',
        'GET /changelogs/{id}/notices',
        'GET /statuses',
        'POST /statuses',
        'PUT /statuses/order',
        'GET /statuses/{id}',
        'PATCH /statuses/{id}',
        'DELETE /statuses/{id}',
        'GET /status-changes',
        'GET /post-types',
        'POST /post-types',
        'PUT /post-types/order',
        'GET /post-types/{id}',
        'PATCH /post-types/{id}',
        'DELETE /post-types/{id}',
        'GET /webhooks',
        'POST /webhooks',
        'GET /webhooks/{id}',
        'PATCH /webhooks/{id}',
        'DELETE /webhooks/{id}',
        'POST /webhooks/{id}/rotate-secret',
        'POST /webhooks/{id}/test',
        'POST /webhooks/{id}/replay',
        'GET /webhooks/{id}/deliveries',
        'GET /webhooks/{id}/deliveries/{deliveryId}',
        'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver',
        'GET /exports',
        'POST /exports',
        'GET /exports/{id}',
        'DELETE /exports/{id}',
        'GET /exports/{id}/file',
        'GET /imports',
        'POST /imports',
        'GET /imports/{id}',
        'DELETE /imports/{id}',
        'POST /imports/{id}/start',
        'POST /imports/{id}/undo',
        'POST /imports/{id}/cancel',
        'GET /tags',
        'POST /tags',
        'GET /tags/{id}',
        'PATCH /tags/{id}',
        'DELETE /tags/{id}',
        'GET /site',
        'PATCH /site',
        'PUT /site/logo',
        'DELETE /site/logo',
        'POST /site/identity-secret',
        'POST /visitor-tokens',
        'DELETE /users/{id}/sessions',
        'GET /submissions',
        'GET /submissions/{id}',
        'POST /submissions/{id}/approve',
        'POST /submissions/{id}/reject',
        'POST /submissions/{id}/merge',
        'GET /reports',
        'DELETE /reports/{id}',
        'GET /bans',
        'PUT /users/{id}/ban',
        'DELETE /users/{id}/ban',
        'GET /members',
        'GET /views',
        'POST /views',
        'GET /views/{id}',
        'PATCH /views/{id}',
        'DELETE /views/{id}',
        'GET /suppressions',
        'POST /suppressions',
        'GET /suppressions/{id}',
        'DELETE /suppressions/{id}',
      ].sort(),
    );
  });

  it('is under 3 KB per operation, everything shared included', async () => {
    const { rawPayload } = await get('/openapi.json');
    expect(rawPayload.length / operations.length).toBeLessThan(3_000);
  });

  it('has a unique id, a summary and a known tag for every operation', () => {
    const known = document.tags.map(({ name }: { name: string }) => name);
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length);
    for (const [name, { summary, tags }] of operations) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/\S/)]);
      for (const tag of tags) expect(known).toContain(tag);
    }
  });

  it('lists the error responses of every operation', () => {
    for (const [name, { responses, parameters = [] }] of operations) {
      const codes = Object.keys(responses);
      expect(codes, name).toEqual(expect.arrayContaining(['401', '429', '500', '503']));
      if (name.includes('{id}')) expect(codes, name).toEqual(expect.arrayContaining(['400', '404']));
      if (!name.startsWith('GET '))
        expect(codes, name).toEqual(expect.arrayContaining(['400', '409', '413', '415', '422']));
      const takesIfMatch = parameters.some((parameter) => parameter.name === 'If-Match');
      if (
        /^(PATCH|PUT|DELETE) (?!.*\/(?:order|sessions|ban|mail)$|\/(?:exports|imports|reports|suppressions)\/)/.test(
          name,
        )
      )
        expect(takesIfMatch, name).toBe(true);
      expect(codes.includes('412'), name).toBe(takesIfMatch);
      if (
        name.startsWith('GET ') &&
        !/ \/(?:me|events|webhooks\/\{id\}\/deliveries.*|users\/\{id\}\/export|exports.*|imports.*|suppressions.*|.*\/notices)$/.test(
          name,
        )
      )
        expect(codes, name).toContain('304');
    }
  });

  it('has no broken references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, target]) => target ?? '',
    );
    expect(references.length).toBeGreaterThan(10);
    for (const reference of new Set(references)) expect(targetOf(document, reference)).toBeDefined();
  });

  it('has examples that match its schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema({ $id: 'https://openapi.test/', ...document });
    const validators = new Map<string, ValidateFunction>();
    let checked = 0;
    const check = (schema: object, example: unknown, name: string) => {
      const absolute = JSON.stringify(schema).replaceAll('"#/', '"https://openapi.test/#/');
      const validate = validators.get(absolute) ?? ajv.compile(JSON.parse(absolute));
      validators.set(absolute, validate);
      expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
      checked += 1;
    };
    const target = <T extends object>(part: T): T =>
      '$ref' in part ? (targetOf(document, String(part.$ref)) as T) : part;
    for (const methods of Object.values<Record<string, Operation>>(document.paths)) {
      for (const { operationId, responses } of Object.values(methods)) {
        for (const [status, response] of Object.entries(responses)) {
          for (const { schema, examples = {} } of Object.values(target(response).content ?? {})) {
            // Bytes have no example.
            if ('format' in schema && schema.format === 'binary') continue;
            const name = `${operationId} ${status}`;
            expect(Object.keys(examples), name).not.toEqual([]);
            for (const example of Object.values(examples)) check(schema, target(example).value, name);
          }
        }
      }
    }
    const shapes = Object.entries<{ examples?: unknown[] }>(document.components.schemas);
    for (const [name, { examples = [] }] of shapes) {
      for (const example of examples) check({ $ref: `#/components/schemas/${name}` }, example, name);
    }
    expect(checked).toBeGreaterThan(operations.length * 4);
  });

  it('documents how to send a key', () => {
    expect(document.security).toEqual([{ bearer: [] }, { header: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      header: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
  });
});
