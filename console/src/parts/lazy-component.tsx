// Parts of the console that are fetched when they are needed. One that could not be fetched fails until somebody tries
// again, and then is fetched again: without a network the page says so, and does not leave for the browser's own page.

import { EarshotConnectionError } from '@earshot/client';
import { type FunctionComponent, use } from 'react';
import { isReachable } from '../data/reachability.ts';

/** Counts how often somebody tried again. */
let attempt = 0;

export function tryAgain(): void {
  attempt += 1;
}

interface Failure {
  error: Error;
  attempt: number;
  /** The server is there, the part is not: it is newer than this page. */
  isOutdated: boolean;
}

type Lazy<Props> = FunctionComponent<Props> & { preload: () => Promise<void> };

export function lazily<Props extends object>(
  fetchPart: () => Promise<FunctionComponent<Props>>,
): Lazy<Props> {
  let Part: FunctionComponent<Props> | undefined;
  let fetching: Promise<void> | undefined;
  let failure: Failure | undefined;
  const fetchOnce = async () => {
    try {
      Part = await fetchPart();
    } catch (cause) {
      const error = new EarshotConnectionError('NETWORK', 'GET page', 'The page could not be loaded.', cause);
      failure = { error, attempt, isOutdated: await isReachable() };
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
  // What fails before anybody asked for it is fetched again when somebody does.
  const preload = () =>
    load().then(() => {
      failure = undefined;
    });
  return Object.assign(LazyPart, { preload });
}

/** The name keeps a page that cannot be mended by it from being loaded again and again. */
function reloadOnce(name: string): void {
  try {
    const key = `earshot-reload:${name}`;
    if (sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, '1');
    location.reload();
  } catch {
    // Without storage nobody could tell the second time from the first.
  }
}
