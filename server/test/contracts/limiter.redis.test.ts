import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/domain/kernel/clock.ts';
import { fallingBack } from '../../src/engines/limiter/falling-back.ts';
import { memoryLimiter } from '../../src/engines/limiter/memory.ts';
import { type RedisLimiter, redisLimiter } from '../../src/engines/limiter/redis.ts';
import { fakeClock } from '../support/clock.ts';
import { freePort } from '../support/servers/ports.ts';
import { type RedisServer, redisIsMissing, startRedis } from '../support/servers/redis.ts';
import { limiterContract } from './limiter.ts';

const windowMs = 60_000;

describe.skipIf(redisIsMissing)('with a Redis', () => {
  let server: RedisServer;
  let admin: Redis;
  const open = new Set<{ close(): void }>();
  const opened = <T extends { close(): void }>(limiter: T): T => {
    open.add(limiter);
    return limiter;
  };
  const connected = async (url: string) => {
    const limiter = opened(redisLimiter(url, systemClock));
    await limiter.started;
    return limiter;
  };
  beforeAll(async () => {
    server = await startRedis();
    admin = new Redis(server.url);
  });
  beforeEach(async () => {
    await admin.flushall();
  });
  afterEach(() => {
    for (const limiter of open) limiter.close();
    open.clear();
  });
  afterAll(async () => {
    admin.disconnect();
    await server.close();
  });

  limiterContract('Redis', async () => {
    const clock = fakeClock();
    const limiter = redisLimiter(server.url, clock);
    await limiter.started;
    return {
      limiter,
      now: clock.now,
      advance: async (ms) => clock.advance(ms),
      jump: async (ms) => clock.jump(ms),
      close: async () => limiter.close(),
    };
  });

  describe('limiter in Redis, besides the contract', () => {
    it('allows exactly the limit under 1,000 concurrent takes from four nodes', async () => {
      const nodes = await Promise.all(Array.from({ length: 4 }, () => connected(server.url)));
      const answers = await Promise.all(
        Array.from({ length: 1000 }, (_, turn) => takeOn(nodes, turn, 'crowd', 200)),
      );
      const allowed = answers.filter((answer) => answer.allowed);
      expect(allowed).toHaveLength(200);
      expect(new Set(allowed.map(({ remaining }) => remaining)).size).toBe(200);
      expect(new Set(answers.map(({ resetAt }) => resetAt)).size).toBe(1);
    });

    it("uses the server's clock, so that nodes agree on the end of a window", async () => {
      const limiter = await connected(server.url);
      const serverNow = async () => {
        const [seconds, micros] = await admin.time();
        return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
      };
      const before = await serverNow();
      const { resetAt } = await limiter.take('a', 5, windowMs);
      expect(resetAt).toBeGreaterThanOrEqual(before + windowMs);
      expect(resetAt).toBeLessThanOrEqual((await serverNow()) + windowMs);
    });

    it('uses expiring keys with our prefix', async () => {
      const limiter = await connected(server.url);
      const { resetAt } = await limiter.take('read:key_1', 5, windowMs);
      await limiter.peek('read:key_2', 5, windowMs);
      await limiter.take('read:key_3', 0, windowMs);
      expect(await admin.keys('*')).toEqual(['earshot:limit:read:key_1']);
      const goesAt = await admin.pexpiretime('earshot:limit:read:key_1');
      expect(goesAt).toBeGreaterThan(resetAt);
      expect(goesAt).toBeLessThan(resetAt + 2000);
    });

    it('leaves no key after a full refund', async () => {
      const limiter = await connected(server.url);
      const taken = await limiter.take('sign-in:pair:1', 5, windowMs);
      expect(await admin.keys('*')).toHaveLength(1);
      await limiter.giveBack('sign-in:pair:1', taken, windowMs);
      expect(await admin.keys('*')).toEqual([]);
    });

    it('does not blame the server for a pause of this process', async () => {
      const limiter = await connected(server.url);
      await limiter.take('a', 5, windowMs);
      const answer = limiter.take('a', 5, windowMs);
      // After sending, blocks the process for longer than the timeout.
      await new Promise(setImmediate);
      for (const end = performance.now() + 400; performance.now() < end; );
      expect(await answer).toMatchObject({ allowed: true, remaining: 3 });
    });

    it('survives a script flush on the server', async () => {
      const limiter = await connected(server.url);
      await limiter.take('a', 5, windowMs);
      await limiter.take('a', 5, windowMs);
      await admin.script('FLUSH');
      expect(await limiter.take('a', 5, windowMs)).toMatchObject({ allowed: true, remaining: 2 });
    });

    it('survives invalid data under its key', async () => {
      await admin.hset('earshot:limit:a', 'used', 'many', 'closesAt', 'later');
      const limiter = await connected(server.url);
      expect(await limiter.take('a', 5, windowMs)).toMatchObject({ allowed: true, remaining: 4 });
    });

    it('fails without revealing the password when it is wrong', async () => {
      const secured = await startRedis({ password: 'correct-horse' });
      try {
        const right = await connected(secured.url);
        expect((await right.take('a', 5, windowMs)).allowed).toBe(true);
        const wrong = await connected(secured.url.replace('correct-horse', 'hunter2'));
        const taken = Promise.resolve(wrong.take('a', 5, windowMs));
        const fault = await taken.catch((error: unknown) => error);
        expect(fault).toBeInstanceOf(Error);
        expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toContain('hunter2');
      } finally {
        await secured.close();
      }
    });
  });

  describe('a limiter with a fallback', () => {
    it('reports the outage once and the recovery once, and never fails a take', async () => {
      const own = await startRedis();
      try {
        const told: string[] = [];
        const limiter = opened(withFallback(own.url, told));
        expect(await limiter.take('a', 5, windowMs)).toMatchObject({ allowed: true, remaining: 4 });
        expect(limiter.isDegraded()).toBe(false);

        await own.kill();
        const answers = await Promise.all(Array.from({ length: 50 }, () => limiter.take('a', 5, windowMs)));
        // Now each node counts in memory, with the same limit, from zero.
        expect(answers.filter(({ allowed }) => allowed)).toHaveLength(5);
        expect(limiter.isDegraded()).toBe(true);
        expect(told).toEqual([expect.stringMatching(/^lost: ./)]);

        await own.restart();
        await vi.waitFor(() => expect(limiter.isDegraded()).toBe(false), { timeout: 60_000 });
        expect(await limiter.take('a', 5, windowMs)).toMatchObject({ allowed: true, remaining: 4 });
        expect(told).toEqual([expect.stringMatching(/^lost: ./), 'back']);
      } finally {
        await own.close();
      }
    });

    it('continues while Redis hangs, and returns to it when it responds', async () => {
      const own = await startRedis();
      try {
        const told: string[] = [];
        const limiter = opened(withFallback(own.url, told));
        await limiter.take('a', 5, windowMs);
        own.freeze();
        expect((await limiter.take('a', 5, windowMs)).allowed).toBe(true);
        expect(limiter.isDegraded()).toBe(true);
        // The hanging server is not queried anymore, so a thousand takes are instant.
        for (let turn = 0; turn < 1000; turn += 1) await limiter.take('b', 2000, windowMs);
        own.thaw();
        await vi.waitFor(() => expect(limiter.isDegraded()).toBe(false), { timeout: 60_000 });
        expect(told).toEqual(['lost: No reply within 250 ms.', 'back']);
      } finally {
        own.thaw();
        await own.close();
      }
    });

    it('starts without Redis, reports it before any request, and uses it when available', async () => {
      const own = await startRedis();
      await own.kill();
      try {
        const told: string[] = [];
        const limiter = opened(withFallback(own.url, told));
        await vi.waitFor(() => expect(told).toEqual([expect.stringContaining('ECONNREFUSED')]), {
          timeout: 60_000,
        });
        expect((await limiter.take('a', 1, windowMs)).allowed).toBe(true);
        expect((await limiter.take('a', 1, windowMs)).allowed).toBe(false);
        await own.restart();
        await vi.waitFor(() => expect(limiter.isDegraded()).toBe(false), { timeout: 60_000 });
        expect(told).toHaveLength(2);
      } finally {
        await own.close();
      }
    });

    it('does not return to a read-only Redis', async () => {
      const own = await startRedis();
      const operator = new Redis(own.url);
      try {
        const told: string[] = [];
        const limiter = opened(withFallback(own.url, told));
        await limiter.take('a', 5, windowMs);
        await operator.replicaof('127.0.0.1', 1);
        expect((await limiter.take('a', 5, windowMs)).allowed).toBe(true);
        const looks = async () => {
          const [, calls] = /cmdstat_evalsha:calls=(\d+)/.exec(await operator.info('commandstats')) ?? [];
          return Number(calls);
        };
        const before = await looks();
        await vi.waitFor(async () => expect(await looks()).toBeGreaterThan(before + 2), { timeout: 60_000 });
        expect(told).toEqual([expect.stringContaining('READONLY')]);
        await operator.replicaof('NO', 'ONE');
        await vi.waitFor(() => expect(limiter.isDegraded()).toBe(false), { timeout: 60_000 });
        expect(told).toHaveLength(2);
      } finally {
        operator.disconnect();
        await own.close();
      }
    });

    it('reports nothing when Redis is available, however early the first take', async () => {
      const told: string[] = [];
      const limiter = opened(withFallback(server.url, told));
      expect((await limiter.take('a', 1, windowMs)).allowed).toBe(true);
      expect(await admin.exists('earshot:limit:a')).toBe(1);
      expect(told).toEqual([]);
    });

    it('reports nothing after it is closed, and still works', async () => {
      const told: string[] = [];
      const limiter = withFallback(server.url, told);
      await limiter.take('a', 1, windowMs);
      limiter.close();
      expect((await limiter.take('a', 1, windowMs)).allowed).toBe(true);
      expect(told).toEqual([]);
    });
  });
});

describe('a limiter without a real Redis', () => {
  it('falls back when nothing listens', async () => {
    const told: string[] = [];
    const limiter = withFallback(`redis://127.0.0.1:${await freePort()}`, told);
    expect((await limiter.take('a', 1, windowMs)).allowed).toBe(true);
    expect(told).toEqual([expect.stringMatching(/^lost: .*ECONNREFUSED/)]);
    limiter.close();
  });

  it.each([
    ['takes the connection and says nothing', '', /timeout/i],
    ['speaks another language', 'HTTP/1.1 400 Bad Request\r\n\r\n', /./],
  ])(
    'falls back immediately when the other side %s, and reports it once',
    async (_what, greeting, reason) => {
      const sockets = new Set<Socket>();
      const impostor = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined).resume();
        socket.write(greeting);
      }).listen(0, '127.0.0.1');
      await once(impostor, 'listening');
      const told: string[] = [];
      const { port } = impostor.address() as AddressInfo;
      const limiter = withFallback(`redis://127.0.0.1:${port}`, told);
      expect((await limiter.take('a', 1, windowMs)).allowed).toBe(true);
      expect((await limiter.take('a', 1, windowMs)).allowed).toBe(false);
      await vi.waitFor(() => expect(limiter.isDegraded()).toBe(true), { timeout: 60_000 });
      expect(told).toEqual([expect.stringMatching(reason)]);
      limiter.close();
      for (const socket of sockets) socket.destroy();
      impostor.close();
    },
  );
});

const takeOn = (nodes: readonly RedisLimiter[], turn: number, bucket: string, limit: number) => {
  const node = nodes[turn % nodes.length];
  if (node === undefined) throw new Error('There is no node.');
  return node.take(bucket, limit, windowMs);
};

const withFallback = (url: string, told: string[]) =>
  fallingBack({
    first: redisLimiter(url, systemClock),
    second: memoryLimiter(systemClock),
    onLost: (reason) => told.push(`lost: ${reason}`),
    onBack: () => told.push('back'),
  });
