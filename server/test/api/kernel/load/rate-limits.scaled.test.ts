import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startProgram } from '../../../support/program.ts';
import { freePort } from '../../../support/servers/ports.ts';
import { type RedisServer, startRedis } from '../../../support/servers/redis.ts';

const gauge = /^earshot_limiter_degraded (\d)$/m;

describe('Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis({ password: 'hunter2' });
  });
  afterAll(() => redis.close());

  it('is optional at run time: an outage is logged once, and limits continue in memory until it is back', async () => {
    const environment = { REDIS_URL: redis.url, RATE_LIMIT_READ: '5', AUTH_FAILURE_LIMIT: '2' };
    const program = await startProgram({ environment });
    const degraded = async () => gauge.exec((await program.app.inject('/metrics')).payload)?.[1];
    const said = () =>
      program
        .logged()
        .map(({ msg }) => String(msg))
        .filter((line) => line.startsWith('Redis'));
    expect((await program.live.get('/me')).headers['x-ratelimit-remaining']).toBe('4');
    expect(await degraded()).toBe('0');

    await redis.kill();
    const answers = await Promise.all(Array.from({ length: 20 }, () => program.live.get('/me')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    const unknown = () => program.app.inject({ url: '/v1/me', headers: { 'x-api-key': 'nobody' } });
    const refusals = [await unknown(), await unknown(), await unknown()];
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([401, 401, 429]);
    expect(await degraded()).toBe('1');
    expect((await program.app.inject('/readyz')).statusCode).toBe(200);
    expect(said()).toEqual(['Redis is away: this process limits by its own memory']);

    await redis.restart();
    await vi.waitFor(async () => expect(await degraded()).toBe('0'), { timeout: 60_000 });
    expect((await program.live.get('/me')).headers['x-ratelimit-remaining']).toBe('4');
    expect(said()).toEqual([
      'Redis is away: this process limits by its own memory',
      'Redis is back: limits are counted for all nodes again',
    ]);
    expect(JSON.stringify(program.logged())).not.toContain('hunter2');
    await program.close();
  });

  it('has no open connections after shutdown', async () => {
    const program = await startProgram({ environment: { REDIS_URL: redis.url, RATE_LIMIT_READ: '5' } });
    await program.live.get('/me');
    await program.close();
    await vi.waitFor(async () => expect(await redis.clients()).toBe(0), { timeout: 60_000 });
  });
});

it('starts, serves and limits without a reachable Redis', async () => {
  const environment = { REDIS_URL: `redis://:hunter2@127.0.0.1:${await freePort()}`, RATE_LIMIT_READ: '3' };
  const program = await startProgram({ environment });
  const answers = await Promise.all(Array.from({ length: 10 }, () => program.live.get('/me')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  const warnings = program.logged().filter(({ level }) => level === 40);
  expect(warnings).toEqual([expect.objectContaining({ reason: expect.stringContaining('ECONNREFUSED') })]);
  expect(JSON.stringify(program.logged())).not.toContain('hunter2');
  await program.close();
});
