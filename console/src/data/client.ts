// The client of the public API, authenticated by the session cookie. A header marks requests as the console's. A client
// stays in one workspace: what began there, with all its batches, pages and retries, also ends there.

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

export const headersIn = (id: string | undefined): Record<string, string> => ({
  'x-earshot-console': '1',
  ...(id !== undefined && { 'x-earshot-workspace': id }),
});

const optionsIn = (id: string | undefined): EarshotOptions => ({
  credentials: 'same-origin',
  baseUrl: '',
  headers: headersIn(id),
  maxRetries: 2,
});

let workspaceId = readWorkspace();

/** The client of the workspace that the tab is in. */
export let earshot = new Earshot(optionsIn(workspaceId));

export const chosenWorkspace = (): string | undefined => workspaceId;

export const pageHeaders = (): Record<string, string> => headersIn(workspaceId);

export function chooseWorkspace(id: string | undefined): void {
  if (id === workspaceId) return;
  workspaceId = id;
  earshot = new Earshot(optionsIn(id));
  try {
    if (id === undefined) sessionStorage.removeItem(workspaceKey);
    else sessionStorage.setItem(workspaceKey, id);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** Why an attempt is repeated: the server asked to wait, or something went wrong. */
export type Wait = 'busy' | 'failed';

/**
 * A client for changes that reports when it has to wait for the server. Aborting ends the waiting, but not a request
 * in flight, so that its outcome is known.
 */
export function clientReportingWaits(id: string, onWait: (wait: Wait) => void, signal: AbortSignal): Earshot {
  let isBusy = false;
  return new Earshot({
    ...optionsIn(id),
    // More than usual: giving up long work costs more than waiting once more.
    maxRetries: 4,
    async fetch(address, init) {
      isBusy = false;
      const response = await fetch(address, init);
      isBusy = response.status === 429 || response.status === 503;
      return response;
    },
    sleep: (milliseconds) => {
      onWait(isBusy ? 'busy' : 'failed');
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
