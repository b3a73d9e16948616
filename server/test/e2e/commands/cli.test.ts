import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../../client/src/index.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterEach,
  liveKey,
  newDirectory,
  run,
  runToEnd,
  serve,
  statusOf,
} from '../processes.ts';

const secretAlone = /^sk_(live|test)_es_[0-9A-Za-z]{38}\n$/;

describe('the command line next to a running server', () => {
  cleanUpAfterEach();

  it('creates a key that works immediately, prints only its secret, lists it, and revokes it immediately', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const { address } = await serve(dataDir, chosenKeys);
    const earshot = (...args: string[]) => runToEnd(args, { DATA_DIR: dataDir });

    const created = await earshot('keys', 'create', '--mode', 'live', '--name', 'Our backend');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(created.stdout).toMatch(secretAlone);
    const secret = created.stdout.trim();
    const byNewKey = application(address, secret);
    expect(await byNewKey.posts.create({ title: 'By the new key' })).toMatchObject({ votesCount: 0 });

    const listed = await earshot('keys', 'list');
    expect(listed.code).toBe(0);
    expect(listed.stdout).not.toContain(secret);
    const row = listed.stdout.split('\n').find((line) => line.includes('Our backend')) ?? '';
    expect(row).toContain(secret.slice(-4));
    const [id = ''] = row.split(' ');
    expect(id).toMatch(/^key_[0-9a-z]{26}$/);

    // The server remembers the key by now.
    expect(await byNewKey.posts.list().toArray()).toHaveLength(1);
    const revoked = await earshot('keys', 'revoke', id);
    expect(revoked).toMatchObject({ code: 0, stdout: `Revoked ${id}.\n` });
    expect(await statusOf(byNewKey.posts.list().page())).toBe(401);
    expect(await application(address).posts.list().toArray()).toHaveLength(1);
    expect((await earshot('keys', 'revoke', id)).code).toBe(0);
    expect((await earshot('keys', 'list')).stdout).toMatch(
      new RegExp(`${id} .*\\d{4}-\\d{2}-\\d{2}T\\S+$`, 'm'),
    );
  });

  it('creates a test key, and one that has already expired', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const { address } = await serve(dataDir, chosenKeys);
    const create = async (...args: string[]) =>
      (await runToEnd(['keys', 'create', '--name', 'X', ...args], { DATA_DIR: dataDir })).stdout.trim();
    const [test, past, future] = await Promise.all([
      create('--mode', 'test'),
      create('--mode', 'live', '--expires', '2020-01-01'),
      create('--mode', 'live', '--expires', '2190-01-01T00:00:00Z'),
    ]);
    const dryRun = await application(address, test).posts.create({ title: 'Nothing' }).withResponse();
    expect(dryRun.isTest).toBe(true);
    expect(await statusOf(application(address, past).me())).toBe(401);
    expect(await statusOf(application(address, future).me())).toBe(200);
  });

  it('creates a workspace with its own keys, and lists both', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const { address } = await serve(dataDir, chosenKeys);
    const earshot = (...args: string[]) => runToEnd(args, { DATA_DIR: dataDir });
    const made = await earshot('workspaces', 'create', 'second', '--name', 'Second product');
    expect(made.stdout).toMatch(/^ws_[0-9a-z]{26}\n$/);
    const listed = (await earshot('workspaces', 'list')).stdout.split('\n');
    expect(listed[1]).toMatch(/ default +Default workspace /);
    expect(listed[2]).toMatch(/ second +Second product /);

    const key = ['keys', 'create', '--mode', 'live', '--name', 'X', '--workspace', 'second'];
    const secret = (await earshot(...key)).stdout.trim();
    await application(address).posts.create({ title: 'Of the first' });
    const second = application(address, secret);
    expect(await second.posts.list().toArray()).toEqual([]);
    expect(await second.statuses.list().toArray()).toHaveLength(6);
    expect((await earshot('keys', 'list', '--workspace', 'second')).stdout.trim().split('\n')).toHaveLength(
      2,
    );
  });

  it('forwards events to a receiver, signed, until it is interrupted', async () => {
    const { address } = await serve(join(await newDirectory(), 'data'), chosenKeys);
    const receiver = await startReceiver();
    try {
      const forward = ['listen', '--forward', receiver.url('/hook'), '--types', 'post.*'];
      expect(await runToEnd(forward)).toMatchObject({
        code: 1,
        stderr: '"key" is missing. Pass --key, or set EARSHOT_KEY.\n',
      });
      const listening = run(forward, { EARSHOT_URL: address, EARSHOT_KEY: liveKey });
      const [, secret = ''] = await listening.printed(/^Signing secret: (\S+)\nWaiting for events/m);
      const { id } = await application(address).posts.create({ title: 'Dark mode' });
      await listening.printed(/^\d+ post\.created evt_\w+ -> 200 \(\d+ ms\)$/m);
      const [{ body, headers } = { body: '', headers: {} }] = receiver.received('/hook');
      expect(await verifyWebhook(body, headers, secret)).toMatchObject({ data: { object: { id } } });
      listening.child.kill('SIGINT');
      expect(await listening.exited).toEqual({ code: 0, signal: null });
      expect(listening.stderr()).toBe('');
    } finally {
      await receiver.close();
    }
  });

  it('writes concurrently with the server without losing a write, and finds nothing to migrate', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const { address } = await serve(dataDir, chosenKeys);
    const { posts } = application(address);
    const created = Array.from({ length: 40 }, (_, index) => posts.create({ title: `Post ${index}` }));
    const made = ['one', 'two', 'three'].map((slug) =>
      runToEnd(['workspaces', 'create', slug], { DATA_DIR: dataDir }),
    );
    const migrated = await runToEnd(['migrate'], { DATA_DIR: dataDir });
    expect(migrated).toMatchObject({ code: 0, stdout: 'Nothing to migrate.\n' });
    const ids = (await Promise.all(created)).map(({ id }) => id);
    expect((await Promise.all(made)).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await posts.list().toArray()).map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

describe('the command line without a server', () => {
  cleanUpAfterEach();

  it('migrates an empty data directory, and the first start still prints its keys', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const migrated = await runToEnd(['migrate'], { DATA_DIR: dataDir });
    expect(migrated).toMatchObject({ code: 0, stderr: '' });
    expect(migrated.stdout).toMatch(/^Migrated: \S+/);
    const serving = await serve(dataDir);
    expect(serving.stdout()).toMatch(/sk_live_es_/);
  });

  it('reports a mistake in one sentence on standard error and exits with 1', async () => {
    const dataDir = join(await newDirectory(), 'data');
    const earshot = (...args: string[]) => runToEnd(args, { DATA_DIR: dataDir });
    expect((await earshot('migrate')).code).toBe(0);
    expect((await earshot('workspaces', 'create', 'default')).code).toBe(0);
    const newKey = ['keys', 'create', '--name', 'X'];
    const mistakes: [string[], string][] = [
      [[...newKey, '--mode', 'prod'], '"mode" must be live or test.'],
      [[...newKey, '--mode', 'live', '--expires', 'soon'], '"expires"'],
      [[...newKey, '--mode', 'live', '--workspace', 'absent'], 'Workspace "absent" not found.'],
      [['keys', 'create', '--mode', 'live', '--name', ' '], '"name"'],
      [['keys', 'revoke', 'key_absent'], 'API key not found.'],
      [['workspaces', 'create', 'Not A Slug'], '"slug"'],
      [['workspaces', 'create', 'default'], 'exists already'],
    ];
    await Promise.all(
      mistakes.map(async ([args, sentence]) => {
        const { code, stdout, stderr } = await earshot(...args);
        expect(code).toBe(1);
        expect(stdout).toBe('');
        expect(stderr).toContain(sentence);
        expect(stderr.trim().split('\n')).toHaveLength(1);
      }),
    );
    // Files of another service than the one named: the report lists every line, and the sentence says what to try.
    const canny = join(import.meta.dirname, '../../porting/fixtures/canny');
    const wrong = await earshot('import', canny, '--from', 'fider', '--dry-run');
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/^None of the posts could be imported\. .*: try "--from canny"\.$/m);
    const partly = await earshot('import', canny, '--from', 'canny', '--dry-run');
    expect(partly.stdout).toMatch(/^posts\.json:\d+: /m);
    expect(partly.code).toBe(0);
  });

  it('prints the committed OpenAPI document, byte for byte', async () => {
    const { code, stdout } = await runToEnd(['openapi']);
    expect(code).toBe(0);
    expect(stdout).toBe(readFileSync(join(import.meta.dirname, '../../../../openapi.json'), 'utf8'));
  });
});
