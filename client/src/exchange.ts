// One request and its whole answer, within a time limit.

import { EarshotConnectionError } from './errors.ts';
import type { Fetch } from './options.ts';

/** Above it, timers fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export interface Exchange {
  fetch: Fetch;
  operation: string;
  address: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

export async function exchange({
  fetch,
  operation,
  address,
  init,
  timeoutMs,
  signal,
}: Exchange): Promise<{ response: Response; text: string }> {
  const stop = new AbortController();
  const forward = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', forward, { once: true });
  if (signal?.aborted) forward();
  let isLate = false;
  const expire = () => {
    isLate = true;
    stop.abort();
  };
  const timer = timeoutMs > 0 && timeoutMs <= longestTimerMs ? setTimeout(expire, timeoutMs) : undefined;
  try {
    const response = await fetch(address, { ...init, signal: stop.signal });
    return { response, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    if (isLate) {
      throw new EarshotConnectionError('TIMEOUT', operation, `No answer within ${timeoutMs} ms.`, cause);
    }
    throw new EarshotConnectionError(
      'NETWORK',
      operation,
      'The connection failed before the answer was complete.',
      cause,
    );
  } finally {
    signal?.removeEventListener('abort', forward);
    clearTimeout(timer);
  }
}
