import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  application,
  chosenKeys,
  cleanUpAfterEach,
  knock,
  liveKey,
  newDirectory,
  runToEnd,
  serve,
  statusOf,
  testKey,
} from '../processes.ts';

const anyKey = /sk_(?:live|test)_\S+/g;

/** Runs the printed command; without curl, does the same. */
async function tryLine(line: string): Promise<{ data: { posts: unknown[] } }> {
  const hasCurl = spawnSync('sh', ['-c', 'command -v curl']).status === 0;
  if (hasCurl) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    return JSON.parse(stdout);
  }
  const [, header = '', url = ''] = /^curl -H '([^']+)' '([^']+)'$/.exec(line) ?? [];
  const [name = '', value = ''] = header.split(': ');
  return (await (await fetch(url, { headers: { [name]: value } })).json()) as { data: { posts: unknown[] } };
}

async function occupiedPort() {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  return { port: String((server.address() as AddressInfo).port), free: () => once(server.close(), 'close') };
}

describe('the first start', () => {
  cleanUpAfterEach();

  it('prints a live and a test key with a working command; the second start prints none', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const first = await serve(dataDir);
    const keys = first.stdout().match(anyKey) ?? [];
    const [live = '', test = ''] = keys;
    expect(live).toMatch(/^sk_live_es_[0-9A-Za-z]{38}$/);
    expect(test).toMatch(/^sk_test_es_[0-9A-Za-z]{38}$/);

    const line = /^ {2}(curl .+)$/m.exec(first.stdout())?.[1] ?? '';
    expect(line).toContain(live);
    expect((await tryLine(line)).data.posts).toEqual([]);
    expect(await application(first.address, test).posts.list().page().withResponse()).toMatchObject({
      isTest: true,
    });

    first.child.kill('SIGTERM');
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(first.stderr()).not.toMatch(anyKey);

    const second = await serve(dataDir);
    expect(second.stdout()).not.toMatch(anyKey);
    expect(second.stdout()).not.toContain('curl');
    expect(await statusOf(application(second.address, live).me())).toBe(200);
  });

  it('prints no secret when the operator chose both keys, and they work', async () => {
    const serving = await serve(join(await newDirectory(), 'data'), chosenKeys);
    expect(await statusOf(application(serving.address).me())).toBe(200);
    expect(await application(serving.address, testKey).me().withResponse()).toMatchObject({ isTest: true });
    serving.child.kill('SIGTERM');
    await serving.exited;
    for (const output of [serving.stdout(), serving.stderr()]) {
      expect(output).not.toMatch(anyKey);
      expect(output).not.toContain('e2eLive');
      expect(output).not.toContain('e2eTest');
      expect(output).not.toContain('/setup/');
    }
    expect(serving.stdout()).toContain('npx earshot setup-link');
  });

  it('prints the one key that the operator did not choose', async () => {
    const serving = await serve(join(await newDirectory(), 'data'), { BOOTSTRAP_LIVE_KEY: liveKey });
    const keys = new Set(serving.stdout().match(/sk_\w+/g));
    expect([...keys]).toEqual([expect.stringMatching(/^sk_test_es_[0-9A-Za-z]{38}$/)]);
    expect(await statusOf(application(serving.address).me())).toBe(200);
  });

  it('that cannot listen leaves the keys for the next start to print', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const { port, free } = await occupiedPort();
    const refused = await runToEnd(['serve'], { PORT: port, DATA_DIR: dataDir });
    expect(refused.code).toBe(1);
    await free();
    const serving = await serve(dataDir);
    const [live = ''] = serving.stdout().match(anyKey) ?? [];
    expect(await statusOf(application(serving.address, live).me())).toBe(200);
  });
});

describe('the setup link', () => {
  cleanUpAfterEach();

  const setupLink = /^ {2}(http:\/\/\S+\/setup\/([A-Za-z0-9_-]{43}))$/m;
  const headers = { 'x-earshot-console': '1', 'content-type': 'application/json' };
  const finish = (address: string, token: string) =>
    fetch(`${address}/console/api/setup/${token}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'a long enough passphrase' }),
    });

  it('is printed at every start until one is used, and leads to a working key', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const first = await serve(dataDir);
    const [, old = '', oldToken = ''] = setupLink.exec(first.stdout()) ?? [];
    expect(old).toBe(`${first.address}/setup/${oldToken}`);
    first.child.kill('SIGTERM');
    await first.exited;
    expect(first.stderr()).not.toContain(oldToken);

    const second = await serve(dataDir);
    const [, , token = ''] = setupLink.exec(second.stdout()) ?? [];
    expect(token).not.toBe(oldToken);
    const made = await finish(second.address, oldToken);
    expect(made.status).toBe(201);
    const cookie = made.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    expect(cookie).toMatch(/^__Host-earshot=/);
    expect((await finish(second.address, token)).status).toBe(404);

    const key = await fetch(`${second.address}/console/api/keys`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify({ name: 'Mine', mode: 'live' }),
    });
    const { data } = (await key.json()) as { data: { secret: string } };
    await application(second.address, data.secret).posts.create({ title: 'The first' });
    second.child.kill('SIGTERM');
    await second.exited;
    expect(second.stderr()).not.toContain(token);

    const third = await serve(dataDir);
    expect(third.stdout()).not.toContain('/setup/');
    // Requests before the stop are recorded: nothing was lost.
    const asked = await fetch(`${third.address}/console/api/requests`, { headers: { ...headers, cookie } });
    expect(await asked.json()).toMatchObject({
      data: {
        requests: expect.arrayContaining([
          expect.objectContaining({ path: '/v1/posts', status: 201 }),
          expect.objectContaining({ path: '/console/api/keys', status: 201 }),
        ]),
      },
    });
  });

  it('can be created again by a command while the workspace has no owner', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const { address } = await serve(dataDir);
    const environment = { DATA_DIR: dataDir, PUBLIC_URL: 'https://feedback.example.com/' };
    const link = await runToEnd(['setup-link'], environment);
    const [, token = ''] = /^https:\/\/feedback\.example\.com\/setup\/(\S{43})\n$/.exec(link.stdout) ?? [];
    expect((await finish(address, token)).status).toBe(201);
    const refused = await runToEnd(['setup-link'], environment);
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/already has an owner/),
    });
    expect((await runToEnd(['setup-link', '--workspace', 'none'], environment)).code).toBe(1);

    const reset = await runToEnd(['reset-password', 'ADA@example.com'], environment);
    const signIn = (password: string) =>
      fetch(`${address}/console/api/session`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: 'ada@example.com', password }),
      });
    expect((await signIn('a long enough passphrase')).status).toBe(401);
    expect((await signIn(reset.stdout.trim())).status).toBe(200);
    expect((await runToEnd(['reset-password', 'nobody@example.com'], environment)).code).toBe(1);
  });
});

describe('a failed start', () => {
  cleanUpAfterEach();

  it('with an invalid environment exits with 78, lists every mistake and touches no data', async () => {
    const parent = await newDirectory();
    const environment = {
      DATA_DIR: join(parent, 'data'),
      PORT: 'eighty',
      PUBLIC_URL: 'nowhere',
      LOG_LEVEL: 'loud',
      RATE_LIMIT_WRITE: '-1',
      UPLOAD_MAX_FILES: 'x',
      BOOTSTRAP_LIVE_KEY: 'hunter2',
    };
    for (const command of [['serve'], ['keys', 'list']]) {
      const { code, stdout, stderr } = await runToEnd(command, environment);
      expect(code).toBe(78);
      expect(stdout).toBe('');
      for (const name of Object.keys(environment)) if (name !== 'DATA_DIR') expect(stderr).toContain(name);
      expect(stderr).not.toContain('hunter2');
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(readdirSync(parent)).toEqual([]);
    }
  });

  it('on a data directory in use leaves the other process alone', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const first = await serve(dataDir, chosenKeys);
    const { code, stderr, stdout } = await runToEnd(['serve'], { PORT: '0', DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('Another process is already serving the data directory');
    expect(stderr).toContain(dataDir);
    expect(stderr).not.toMatch(/\n\s+at /);
    await application(first.address).posts.create({ title: 'Still here' });

    first.child.kill('SIGKILL');
    expect((await first.exited).signal).toBe('SIGKILL');
    const second = await serve(dataDir);
    expect(await application(second.address).posts.list().toArray()).toHaveLength(1);
  });

  it.each<[string, (parent: string) => Promise<string>]>([
    [
      'is a file',
      async (parent) => {
        const dataDir = join(parent, 'file');
        await writeFile(dataDir, 'not a directory');
        return dataDir;
      },
    ],
    [
      'lies below a file',
      async (parent) => {
        await writeFile(join(parent, 'file'), 'not a directory');
        return join(parent, 'file', 'data');
      },
    ],
    [
      'holds a database that is none',
      async (parent) => {
        await writeFile(join(parent, 'earshot.db'), 'not a database '.repeat(1000));
        return parent;
      },
    ],
  ])(
    'on a data directory that %s says so in one line and exits with 1, like every command',
    async (_what, made) => {
      const dataDir = await made(await newDirectory());
      for (const command of [['serve'], ['keys', 'list'], ['migrate'], ['seed', '--posts', '10']]) {
        const { code, stdout, stderr } = await runToEnd(command, { PORT: '0', DATA_DIR: dataDir });
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(/^The data directory "[^\n]*" cannot be used: [^\n]+\n$/);
      }
    },
  );

  it('on a port in use says so and exits with 1', async () => {
    const { port, free } = await occupiedPort();
    const dataDir = join(await newDirectory(), 'data');
    const { code, stderr, stdout } = await runToEnd(['serve'], { PORT: port, DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`Cannot listen on localhost, port ${port} (EADDRINUSE).`);
    expect(stderr).not.toMatch(/\n\s+at /);
    await free();
  });
});

describe('a start', () => {
  cleanUpAfterEach();

  it('on port 0 prints the actual port, and listens on every available loopback family', async () => {
    const serving = await serve(join(await newDirectory(), 'data'), chosenKeys);
    expect(serving.port).toBeGreaterThan(0);
    expect(serving.address).toBe(`http://localhost:${serving.port}`);
    const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    const loopbacks = addresses.filter(({ internal }) => internal).map(({ address }) => address);
    expect(loopbacks).toContain('127.0.0.1');
    for (const host of ['127.0.0.1', ...(loopbacks.includes('::1') ? ['::1'] : [])]) {
      const origin = `http://${host.includes(':') ? `[${host}]` : host}:${serving.port}`;
      expect(await statusOf(application(origin).me()), host).toBe(200);
    }
    const outside = addresses.find(({ internal, family }) => !internal && family === 'IPv4');
    if (outside !== undefined) expect(await knock(outside.address, serving.port)).not.toBe('open');
  });

  it('on one address listens only there, and prints a URL that can be opened', async () => {
    const serving = await serve(join(await newDirectory(), 'data'), { HOST: '127.0.0.1' });
    expect(serving.address).toBe(`http://127.0.0.1:${serving.port}`);
    expect((await fetch(`${serving.address}/healthz`)).status).toBe(200);
    expect((await fetch(`${serving.address}/readyz`)).status).toBe(200);
    expect(await knock('::1', serving.port)).not.toBe('open');
  });

  it('creates the data directory for its owner only, and separates standard output from standard error', async () => {
    const dataDir = join(await newDirectory(), 'not', 'yet');
    const serving = await serve(dataDir);
    const modes = [dataDir, join(dataDir, 'earshot.db')].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
    serving.child.kill('SIGINT');
    expect(await serving.exited).toEqual({ code: 0, signal: null });
    for (const line of serving.stderr().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('time');
    expect(serving.stdout()).not.toContain('{"');
  });
});
