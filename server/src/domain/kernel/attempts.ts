// Work that is handed to someone else's server, which may not be there: how long one process may hold it, and when it
// is tried again. Shared by deliveries to webhooks and by mail.

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const retryDelaysMs = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour];
const maxRetryAfterMs = 24 * hour;
const jitter = 0.2;

/** How long a claim holds: if its process dies, others take the work after that. */
export const leaseMs = 30 * second;
/** Nothing is sent later than this after it was claimed: another worker may send it when the claim expires. */
export const startWithinMs = leaseMs / 2;

/**
 * `random` is in [0, 1). Undefined if `tries` failed attempts were the last. A receiver can ask to be called sooner or
 * later than planned. It can't shorten the last wait, so that an outage which it underestimates costs it nothing.
 */
export function retryDelayMs(
  tries: number,
  random: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const delay = retryDelaysMs[tries - 1];
  if (delay === undefined) return undefined;
  const jittered = Math.round(delay * (1 - jitter + 2 * jitter * random));
  if (retryAfterMs === undefined) return jittered;
  const least = tries === retryDelaysMs.length ? jittered : second;
  return Math.max(least, Math.min(retryAfterMs, maxRetryAfterMs));
}
