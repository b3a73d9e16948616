// The one client of the public API: the cookies of the person who is signed in, and the header that says the
// request comes from these pages.

import { Earshot, type EarshotOptions } from '@earshot/client';

const workspaceKey = 'earshot-workspace';

/** A tab stays in the workspace that was chosen in it. Without storage the server's last one counts. */
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
    // The choice lasts as long as the page.
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
 * The same for long work, which tells when the server is too busy to take more of it for now. Stopped by the signal it
 * waits no more; a request that is on its way is still answered, so that its outcome is known.
 */
export function waitingAloud(onBusy: () => void, signal: AbortSignal): Earshot {
  let isBusy = false;
  return new Earshot({
    ...options,
    // One more than usual: the work is long, and to give it up costs more than to wait once more.
    maxRetries: 4,
    async fetch(address, init) {
      const response = await fetch(address, init);
      // Not every fault: what failed is tried again in a moment, and nothing is waited for.
      isBusy = response.status === 429 || response.status === 503;
      return response;
    },
    sleep: (milliseconds) => {
      if (isBusy) onBusy();
      return sleepUnless(milliseconds, signal);
    },
  });
}

function sleepUnless(milliseconds: number, signal: AbortSignal): Promise<void> {
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
