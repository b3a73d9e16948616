// Allowances in Redis or Valkey: exact for any number of nodes. A server that is away, slow or confused is a
// fault, told quickly and without a secret; what to do then is for others to decide (falling-back).

import { Redis, type Result } from 'ioredis';
import { type Clock, systemClock } from '../../domain/clock.ts';
import type { Allowance, Limiter } from '../../ports/limiter.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeAllowance(
      key: string,
      limit: number,
      windowMs: number,
      cost: number | '',
      now: number | '',
    ): Result<[allowed: number, used: number, closesAt: number, closesInMs: number], Context>;
  }
}

/**
 * One step for the server, so no two takes can meet. Without a cost it only looks. Without a time the server's own
 * clock decides. The value says when the window closes; the key goes a second later, or when nothing of it is used.
 * A window that seems to close later than it could was opened before the clock was set back: it closes a whole window
 * from now, which is written down at once.
 */
const takeAllowance = `
local limit, windowMs, cost, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
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
if used + cost > limit then
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

/** No request waits longer for its allowance. */
const answerWithinMs = 250;
/** A connection on which nothing comes back is given up, so that a machine that vanished is not waited for. */
const silentForMs = 2_000;
const connectWithinMs = 2_000;
const reconnectAfterMs = 500;

export interface RedisLimiter extends Limiter {
  /** When the first try to connect has come to something. */
  started: Promise<void>;
  close(): void;
}

/**
 * Connects by itself, now and after every loss. The window's time is the server's own, so that nodes whose clocks
 * differ agree; only a clock that is not the machine's is asked instead.
 */
export function redisLimiter(url: string, clock: Clock): RedisLimiter {
  const redis = new Redis(url, {
    scripts: { takeAllowance: { lua: takeAllowance, numberOfKeys: 1 } },
    socketTimeout: silentForMs,
    connectTimeout: connectWithinMs,
    // A connection that is gone already would be waited for when stopping.
    disconnectTimeout: 100,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => reconnectAfterMs,
    disableClientInfo: true,
  });
  let lastError: Error | undefined;
  // Without a listener the first lost connection would end the process.
  redis.on('error', (error) => {
    lastError = error;
  });
  redis.on('ready', () => {
    lastError = undefined;
  });
  const started = new Promise<void>((resolve) => redis.once('ready', resolve).once('close', resolve));

  const ask = async (
    bucket: string,
    limit: number,
    windowMs: number,
    cost: number | '',
  ): Promise<Allowance> => {
    const now = clock === systemClock ? '' : clock.now();
    try {
      const [allowed, used, resetAt, resetInMs] = await inTime(
        redis.takeAllowance(`earshot:limit:${bucket}`, limit, windowMs, cost, now),
      );
      return { allowed: allowed === 1, limit, remaining: Math.max(0, limit - used), resetAt, resetInMs };
    } catch (error) {
      throw plainError(
        redis.status === 'ready' ? error : (lastError ?? new Error('There is no connection.')),
      );
    }
  };

  return {
    started,
    take: (bucket, limit, windowMs, cost = 1) => ask(bucket, limit, windowMs, cost),
    peek: (bucket, limit, windowMs) => ask(bucket, limit, windowMs, ''),
    close: () => redis.disconnect(),
  };
}

/**
 * The driver has a timeout too, but after a pause of this process it would call late what has already come: the
 * time is over only when the sockets have been looked at once more.
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`No answer within ${answerWithinMs} ms.`));
    const timer = setTimeout(() => setImmediate(late), answerWithinMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The driver's own error carries the command, and that of a refused password the password. */
function plainError(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : 'Redis gave no reason.');
}
