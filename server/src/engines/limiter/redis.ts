// Rate limits in Redis or Valkey: exact across nodes. If the server is down, slow or returns nonsense, the limiter
// fails fast and without secrets; falling-back.ts decides what happens then.

import { Redis, type Result } from 'ioredis';
import { type Clock, systemClock } from '../../domain/kernel/clock.ts';
import type { Allowance, Limiter } from '../../ports/kernel/limiter.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeAllowance(
      key: string,
      limit: number,
      windowMs: number,
      cost: number | '',
      now: number | '',
      takenUntil: number | '',
    ): Result<[allowed: number, used: number, closesAt: number, closesInMs: number], Context>;
  }
}

/**
 * Atomic, so concurrent takes cannot race. Without a cost it only reads. Without a time it uses the server's clock.
 * With the end of the window that was taken from, the cost is negative and is given back to that window only.
 * The hash stores when the window closes; the key expires a second later, or is deleted when nothing is used. If a
 * window closes further away than its length, the clock was set back: it then closes one full window from now.
 */
const takeAllowance = `
local limit, windowMs, cost, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local takenUntil = tonumber(ARGV[5])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local window = redis.call('HMGET', KEYS[1], 'used', 'closesAt')
local used, closesAt = tonumber(window[1]), tonumber(window[2])
local isOpen = used and closesAt and closesAt > now
if not isOpen then
  used, closesAt = 0, now + windowMs
elseif closesAt > now + windowMs then
  closesAt = now + windowMs
  redis.call('HSET', KEYS[1], 'closesAt', closesAt)
  redis.call('PEXPIRE', KEYS[1], windowMs + 1000)
end
if not cost then
  return { used < limit and 1 or 0, used, closesAt, closesAt - now }
end
if takenUntil and (not isOpen or math.abs(closesAt - takenUntil) >= windowMs / 2) then
  return { 1, used, closesAt, closesAt - now }
end
if not takenUntil and used + cost > limit then
  return { 0, used, closesAt, closesAt - now }
end
used = math.max(0, used + cost)
if used == 0 then
  redis.call('DEL', KEYS[1])
  return { 1, used, closesAt, closesAt - now }
end
redis.call('HSET', KEYS[1], 'used', used, 'closesAt', closesAt)
if not isOpen then
  redis.call('PEXPIRE', KEYS[1], windowMs + 1000)
end
return { 1, used, closesAt, closesAt - now }
`;

/** The longest that a request waits for its rate limit. */
const commandTimeoutMs = 250;
/** Drops a connection that receives nothing, for example because the machine is gone. */
const idleTimeoutMs = 2_000;
const connectTimeoutMs = 2_000;
const reconnectAfterMs = 500;

export interface RedisLimiter extends Limiter {
  /** Resolves when the first connection attempt succeeded or failed. */
  started: Promise<void>;
  close(): void;
}

/**
 * Connects immediately, and reconnects after every loss. Windows use the server's clock, so that nodes agree; only
 * a clock other than the system's (in tests) overrides it.
 */
export function redisLimiter(url: string, clock: Clock): RedisLimiter {
  const redis = new Redis(url, {
    scripts: { takeAllowance: { lua: takeAllowance, numberOfKeys: 1 } },
    socketTimeout: idleTimeoutMs,
    connectTimeout: connectTimeoutMs,
    // Otherwise closing would wait for a connection that is already gone.
    disconnectTimeout: 100,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => reconnectAfterMs,
    disableClientInfo: true,
  });
  let lastError: Error | undefined;
  // Without a listener, a lost connection would crash the process.
  redis.on('error', (error) => {
    lastError = error;
  });
  redis.on('ready', () => {
    lastError = undefined;
  });
  const started = new Promise<void>((resolve) => redis.once('ready', resolve).once('close', resolve));

  const run = async (
    bucket: string,
    limit: number,
    windowMs: number,
    cost: number | '',
    takenUntil: number | '' = '',
  ): Promise<Allowance> => {
    const now = clock === systemClock ? '' : clock.now();
    try {
      const [allowed, used, resetAt, resetInMs] = await withTimeout(
        redis.takeAllowance(`earshot:limit:${bucket}`, limit, windowMs, cost, now, takenUntil),
      );
      return { allowed: allowed === 1, limit, remaining: Math.max(0, limit - used), resetAt, resetInMs };
    } catch (error) {
      throw plainError(redis.status === 'ready' ? error : (lastError ?? new Error('Not connected.')));
    }
  };

  return {
    started,
    take: (bucket, limit, windowMs, cost = 1) => run(bucket, limit, windowMs, cost),
    giveBack: (bucket, { limit, resetAt }, windowMs, cost = 1) =>
      run(bucket, limit, windowMs, -cost, resetAt),
    peek: (bucket, limit, windowMs) => run(bucket, limit, windowMs, ''),
    close: () => redis.disconnect(),
  };
}

/** The version of the server; throws without secrets if it can't be reached. */
export async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    commandTimeout: connectTimeoutMs,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let lastError: Error | undefined;
  redis.on('error', (error) => {
    lastError = error;
  });
  try {
    await redis.connect();
    const info = await redis.info('server');
    return /redis_version:(\S+)/.exec(info)?.[1] ?? 'of unknown version';
  } catch (error) {
    throw plainError(lastError ?? error);
  } finally {
    redis.disconnect();
  }
}

/**
 * Unlike the driver's own timeout, this one lets the event loop read the sockets once more before it gives up:
 * after a pause of this process, the reply may already be there.
 */
function withTimeout<T>(reply: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`No reply within ${commandTimeoutMs} ms.`));
    const timer = setTimeout(() => setImmediate(late), commandTimeoutMs);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The driver's error holds the command, and after a failed login the password. */
function plainError(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : 'Redis gave no reason.');
}
