// The client of the public API, authenticated by the session cookie. A header marks requests as the console's.

import { Earshot, type EarshotOptions } from '@earshot/client';

const workspaceKey = 'earshot-workspace';

/** A tab stays in its workspace. Without storage, the server uses the last one. */
function readWorkspace(): string | undefined {
  try {
    return sessionStorage.getItem(workspaceKey) ?? undefined;
  } catch {
    return undefined;
  }
}

let workspaceId = readWorkspace();

export const chosenWorkspace = (): string | undefined => workspaceId;

export function chooseWorkspace(id: string | undefined): void {
  workspaceId = id;
  try {
    if (id === undefined) sessionStorage.removeItem(workspaceKey);
    else sessionStorage.setItem(workspaceKey, id);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

export const pageHeaders = (): Record<string, string> => ({
  'x-earshot-console': '1',
  ...(workspaceId !== undefined && { 'x-earshot-workspace': workspaceId }),
});

const options: EarshotOptions = {
  credentials: 'same-origin',
  baseUrl: '',
  headers: pageHeaders,
  maxRetries: 2,
};

export const earshot = new Earshot(options);

/**
 * A client for long work that reports when it has to wait for the server. Aborting ends the waiting, but not a request
 * in flight, so that its outcome is known.
 */
export function clientReportingWaits(onBusy: () => void, signal: AbortSignal): Earshot {
  let isBusy = false;
  return new Earshot({
    ...options,
    // More than usual: giving up long work costs more than waiting once more.
    maxRetries: 4,
    async fetch(address, init) {
      const response = await fetch(address, init);
      // Other errors are retried shortly, without a noticeable wait.
      isBusy = response.status === 429 || response.status === 503;
      return response;
    },
    sleep: (milliseconds) => {
      if (isBusy) onBusy();
      return abortableSleep(milliseconds, signal);
    },
  });
}

function abortableSleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', leave, { once: true });
  });
}
