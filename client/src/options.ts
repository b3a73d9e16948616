// The options of a client and of a single call. Everything that can be checked is checked when the client is created.
// No message here contains a key.

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** Waits, and rejects with the signal's reason when that is aborted first. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** A key on a backend; or the cookies of a signed-in person, in a page that the installation itself serves. */
export type Authentication =
  | { apiKey: string | (() => string | Promise<string>); credentials?: undefined }
  | { credentials: 'include' | 'same-origin'; apiKey?: undefined };

export interface CommonOptions {
  /** Where the installation is reached, as `https://feedback.example.com`; `/v1` is added when it is absent. */
  baseUrl: string;
  /** Another fetch than the global one: for proxies, for tests. */
  fetch?: Fetch | undefined;
  /** For one attempt; unless given, 30 seconds, or 10 minutes when files are sent. 0 switches it off. */
  timeoutMs?: number | undefined;
  /** Further attempts after 429, 5xx and network faults; 5, which wait for 7 seconds or more in all. */
  maxRetries?: number | undefined;
  /** Sent with every request; a function is asked for each attempt. */
  headers?:
    | Record<string, string>
    | (() => Record<string, string> | Promise<Record<string, string>>)
    | undefined;
  /** API keys are refused in browsers, where anyone could read them. True allows it, as in jsdom. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** How it waits between attempts; for tests that should not. */
  sleep?: Sleep | undefined;
  /** What waits are varied by; for tests. */
  random?: (() => number) | undefined;
}

export type EarshotOptions = Authentication & CommonOptions;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** For one attempt. 0 switches it off. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** An X-Request-Id of your own. */
  requestId?: string | undefined;
}

export interface WriteOptions extends CallOptions {
  /** One of your own, which survives a restart of yours; else the client makes one for each call. */
  idempotencyKey?: string | undefined;
}

export interface EditOptions extends WriteOptions {
  /** An ETag, or the `version` of a post: 412 when the thing was edited since. */
  ifMatch?: string | number | undefined;
}

export interface ConditionalOptions extends CallOptions {
  /** An ETag: the call gives undefined while nothing has changed since. */
  ifNoneMatch: string | undefined;
}

export interface Settings {
  baseUrl: string;
  credentials: 'include' | 'same-origin' | undefined;
  /** Headers of every request, the key among them. */
  headers(): Promise<Headers>;
  fetch: Fetch;
  timeoutMs: number | undefined;
  maxRetries: number;
  sleep: Sleep;
  random(): number;
}

/** The server holds the key of a write for up to 5 seconds after the node at work on it died; these outlast that. */
const defaultRetries = 5;

export function settingsOf(options: EarshotOptions): Settings {
  const { apiKey, credentials, headers = {}, timeoutMs, maxRetries = defaultRetries } = options;
  if (apiKey === undefined ? credentials === undefined : credentials !== undefined) {
    throw new TypeError('Give either "apiKey" or "credentials".');
  }
  if (apiKey !== undefined && typeof apiKey !== 'function') checkKey(apiKey);
  if (apiKey !== undefined && typeof document !== 'undefined' && options.dangerouslyAllowBrowser !== true) {
    throw new TypeError('An API key belongs on a backend. In a browser, anyone could read it.');
  }
  checkNumber('timeoutMs', timeoutMs);
  checkNumber('maxRetries', maxRetries);
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    credentials,
    async headers() {
      const all = new Headers(typeof headers === 'function' ? await headers() : headers);
      if (apiKey !== undefined) {
        all.set(
          'authorization',
          `Bearer ${checkKey(typeof apiKey === 'function' ? await apiKey() : apiKey)}`,
        );
      }
      return all;
    },
    // Called as a plain function: some runtimes refuse a fetch that is called as a method.
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    timeoutMs,
    maxRetries,
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
  };
}

/** Headers takes nothing else, and would repeat the whole value in its error. */
function checkKey(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('"apiKey" must be a text without spaces, as the key was shown.');
}

function checkNumber(name: string, value: number | undefined): void {
  if (value !== undefined && !(typeof value === 'number' && value >= 0)) {
    throw new TypeError(`"${name}" must be a number from 0.`);
  }
}

/** In a page the address may be relative, also empty. */
function readBaseUrl(baseUrl: string): string {
  const text = typeof baseUrl === 'string' ? baseUrl.replace(/\/+$/, '') : undefined;
  if (text === undefined || !/^(https?:\/\/[^/?#@\s]+)?(\/[^?#\s]*)?$/i.test(text)) {
    throw new TypeError('"baseUrl" must be an address like "https://feedback.example.com".');
  }
  return text.endsWith('/v1') ? text : `${text}/v1`;
}

const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
