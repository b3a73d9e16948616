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

/** The same for long work, which tells when it has to wait before it may ask again. */
export const waitingAloud = (onWait: () => void): Earshot =>
  new Earshot({
    ...options,
    sleep: (milliseconds) => {
      onWait();
      return new Promise((resolve) => setTimeout(resolve, milliseconds));
    },
  });
