// One request and its whole answer, within a time limit. Of a file, only the beginning counts.

import { EarshotConnectionError } from './errors.ts';
import type { Fetch } from './options.ts';

/** Above it, timers fire immediately. */
const longestTimerMs = 2 ** 31 - 1;

export interface Exchange {
  fetch: Fetch;
  operation: string;
  address: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  isDownload: boolean;
}

export async function exchange({
  fetch,
  operation,
  address,
  init,
  timeoutMs,
  signal,
  isDownload,
}: Exchange): Promise<{ response: Response; text: string | undefined }> {
  const stop = new AbortController();
  const forward = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', forward, { once: true });
  if (signal?.aborted) forward();
  let isLate = false;
  let isHandedOver = false;
  const expire = () => {
    isLate = true;
    stop.abort();
  };
  const timer = timeoutMs > 0 && timeoutMs <= longestTimerMs ? setTimeout(expire, timeoutMs) : undefined;
  try {
    const response = await fetch(address, { ...init, signal: stop.signal });
    // The signal still ends it.
    isHandedOver = isDownload && response.ok;
    return { response, text: isHandedOver ? undefined : await response.text() };
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
    if (!isHandedOver) signal?.removeEventListener('abort', forward);
    clearTimeout(timer);
  }
}
