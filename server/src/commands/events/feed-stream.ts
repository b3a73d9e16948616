// Follows the event feed of an installation over HTTP. An outage ends nothing: it asks again until there is an answer.

import { setTimeout as pause } from 'node:timers/promises';
import { conflict } from '../../domain/kernel/failure.ts';

/** An event as the feed has it; only what is used here is named. */
export interface FeedEvent {
  id: string;
  sequence: number;
  type: string;
}

export interface FeedSource {
  /** Where the installation is, without `/v1`. */
  url: string;
  key: string;
  /** Types and patterns, separated by commas. */
  types: string | undefined;
  /** Where to begin: a sequence number, `oldest` or `latest`. */
  after: string;
}

export interface FeedWatch {
  /** Ends the stream. */
  signal: AbortSignal;
  /** The first answer has come: what happens from now on is seen. */
  onStart(): void;
  onOutage(reason: string): void;
  onBack(): void;
  /** Waits between attempts; ends early when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface FeedPage {
  events: FeedEvent[];
  next: number;
}

/** There was no answer, or one that asks to come back later. */
interface Outage {
  reason: string;
  retryAfterMs: number;
}

/** Proxies often close a connection that is silent for 30 or 60 seconds. */
const waitSeconds = 25;
const answerWithinMs = 15_000;
const eventsPerPage = '100';
const [firstDelayMs, maxDelayMs] = [1_000, 30_000];

/** Every event from there on, in order, each once. Fails if the server refuses. */
export async function* feedStream(
  source: FeedSource,
  watch: FeedWatch,
): AsyncGenerator<FeedEvent, void, undefined> {
  // Without waiting: if the answer got lost, `latest` would stand for a later event the next time.
  let page = await pageAfter(source, watch, source.after, 0);
  if (page !== undefined) watch.onStart();
  while (page !== undefined) {
    for (const event of page.events) {
      if (watch.signal.aborted) return;
      yield event;
    }
    page = await pageAfter(source, watch, String(page.next), waitSeconds);
  }
}

/** Undefined if the signal was aborted first. */
async function pageAfter(
  source: FeedSource,
  { signal, onOutage, onBack, sleep = sleepUntilAborted }: FeedWatch,
  after: string,
  wait: number,
): Promise<FeedPage | undefined> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const answer = await ask(source, signal, after, wait);
    if ('events' in answer) {
      if (failures > 0) onBack();
      return answer;
    }
    if (signal.aborted) break;
    if (failures === 0) onOutage(answer.reason);
    await sleep(Math.max(answer.retryAfterMs, Math.min(firstDelayMs * 2 ** failures, maxDelayMs)), signal);
  }
  return undefined;
}

async function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  // Rejects only when it is aborted.
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

async function ask(
  source: FeedSource,
  signal: AbortSignal,
  after: string,
  wait: number,
): Promise<FeedPage | Outage> {
  const answer = await exchange(source, signal, after, wait);
  return 'reason' in answer ? answer : judged(answer);
}

interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
}

async function exchange(
  { url, key, types }: FeedSource,
  signal: AbortSignal,
  after: string,
  wait: number,
): Promise<Answer | Outage> {
  const query = new URLSearchParams({ after, wait: String(wait), limit: eventsPerPage });
  if (types !== undefined) query.set('types', types);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), wait * 1000 + answerWithinMs);
  try {
    const response = await fetch(`${url}/v1/events?${query}`, {
      headers: { authorization: `Bearer ${key}` },
      // Followed blindly, the key could go elsewhere.
      redirect: 'manual',
      signal: AbortSignal.any([signal, late.signal]),
    });
    const { status, headers } = response;
    return { status, retryAfter: headers.get('retry-after'), text: await response.text() };
  } catch (error) {
    return { reason: late.signal.aborted ? 'no answer in time' : reasonOf(error), retryAfterMs: 0 };
  } finally {
    clearTimeout(timer);
  }
}

/** `fetch` itself only says that it failed. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code = message } = (cause ?? {}) as { code?: string };
  return code;
}

function judged({ status, retryAfter, text }: Answer): FeedPage | Outage {
  const { data, error } = parsed(text);
  if (status === 200 && isPage(data)) return data;
  if (status === 408 || status === 429 || status >= 500)
    return { reason: `status ${status}`, retryAfterMs: Number(retryAfter) * 1000 || 0 };
  throw conflict(
    typeof error?.message === 'string'
      ? `The server answered ${status}: ${error.message}`
      : `The answer, with status ${status}, is not from Earshot. Check the URL.`,
  );
}

function parsed(text: string): { data?: unknown; error?: { message?: unknown } } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const isPage = (data: unknown): data is FeedPage =>
  typeof data === 'object' &&
  data !== null &&
  'events' in data &&
  Array.isArray(data.events) &&
  'next' in data &&
  typeof data.next === 'number';
