// Components that are loaded on demand. A failed load shows an error until it is retried; without a network the page
// shows that error instead of navigating away.

import { EarshotConnectionError } from '@earshot/client';
import { type FunctionComponent, use } from 'react';
import { isReachable, reportUnreachable } from '../../data/connection.ts';

/** How often loading was retried. */
let attempt = 0;

export function retryFailedLoads(): void {
  attempt += 1;
}

interface Failure {
  error: Error;
  attempt: number;
  /** The server answers but no longer has this chunk: a newer version was deployed. */
  isOutdated: boolean;
}

type Lazy<Props> = FunctionComponent<Props> & { preload: () => Promise<void> };

export function lazyComponent<Props extends object>(
  fetchPart: () => Promise<FunctionComponent<Props>>,
): Lazy<Props> {
  let Part: FunctionComponent<Props> | undefined;
  let fetching: Promise<void> | undefined;
  let failure: Failure | undefined;
  const fetchOnce = async () => {
    try {
      await loadBrokenStyles();
      Part = await fetchPart();
    } catch (cause) {
      const error = new EarshotConnectionError('NETWORK', 'GET page', 'The page could not be loaded.', cause);
      failure = { error, attempt, isOutdated: await isReachable() };
      if (!failure.isOutdated) reportUnreachable();
    }
    fetching = undefined;
  };
  const load = (): Promise<void> => {
    fetching ??= fetchOnce();
    return fetching;
  };
  const LazyPart = (props: Props) => {
    if (Part !== undefined) return <Part {...props} />;
    if (failure?.attempt === attempt) {
      if (failure.isOutdated) reloadOnce(String(failure.error.cause));
      throw failure.error;
    }
    use(load());
    return null;
  };
  // A failed preload is not shown; the component is loaded again when it is needed.
  const preload = () =>
    load().then(() => {
      failure = undefined;
    });
  return Object.assign(LazyPart, { preload });
}

/** The bundler asks for the styles of a component only once, even if that failed. */
const brokenStyles = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') brokenStyles.add(target);
  },
  { capture: true },
);

async function loadBrokenStyles(): Promise<void> {
  const links = [...brokenStyles];
  brokenStyles.clear();
  await Promise.all(links.map(loadAgain));
}

function loadAgain(link: HTMLLinkElement): Promise<unknown> {
  const again = link.cloneNode() as HTMLLinkElement;
  const loading = new Promise((resolve, reject) => {
    again.onload = resolve;
    again.onerror = () => reject(new Error(`Unable to load ${again.href}.`));
  });
  link.replaceWith(again);
  return loading;
}

/** Reloads once per chunk, so that a chunk that stays missing can't cause a reload loop. */
function reloadOnce(name: string): void {
  try {
    const key = `earshot-reload:${name}`;
    if (sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, '1');
    location.reload();
  } catch {
    // Without storage a reload loop could not be detected.
  }
}
