// Sends requests with node:http. The host is resolved and judged here, and the connection goes to the addresses that
// were judged, so a resolver that answers differently the second time gains nothing.

import http from 'node:http';
import https from 'node:https';
import { counted } from '../../domain/kernel/count.ts';
import type { OutgoingRequest, Sender, SenderAnswer } from '../../ports/events/sender.ts';
import { abortable, answering, judging, RefusedAddress, type Resolve, reasonOf } from './resolving.ts';

export interface SenderOptions {
  /** Also call addresses that are not on the public internet. */
  allowPrivate: boolean;
  /** For the whole exchange, from resolving to the end of the answer. */
  exchangeMs: number;
  maxAnswerBytes: number;
  resolve?: Resolve;
}

/** How long an idle connection is kept for the next delivery. */
const idleMs = 5_000;
/** As many as one workspace may have under way: several webhooks often have the same host. */
const maxIdlePerHost = 50;

export function httpSender(options: SenderOptions): Sender {
  const { exchangeMs, maxAnswerBytes } = options;
  const judged = judging(options);
  const pool = { keepAlive: true, maxFreeSockets: maxIdlePerHost, timeout: idleMs };
  const agents = { 'http:': new http.Agent(pool), 'https:': new https.Agent(pool) };

  const exchange = async (request: OutgoingRequest, signal: AbortSignal): Promise<SenderAnswer> => {
    const url = new URL(request.url);
    const addresses = await abortable(judged(url.hostname), signal);
    const send = url.protocol === 'https:' ? https.request : http.request;
    const agent = agents[url.protocol === 'https:' ? 'https:' : 'http:'];
    const body = Buffer.from(request.body);
    const headers = { ...request.headers, 'content-length': String(body.length) };
    const once = () =>
      new Promise<SenderAnswer>((done, fail) => {
        const sent = send(url, { method: 'POST', headers, agent, signal, lookup: answering(addresses) });
        sent.on('response', (response) => void read(response, maxAnswerBytes).then(done, fail));
        // Node closes an upgraded connection without an error if nothing takes it, and nothing would end the wait.
        sent.on('upgrade', ({ statusCode = null }, socket) => {
          socket.destroy();
          done({ status: statusCode, error: null, answer: '', retryAfter: undefined });
        });
        // A receiver may close an idle connection just when it is used again.
        sent.on('error', (error) => fail(Object.assign(error, { isStale: sent.reusedSocket })));
        sent.end(body);
      });
    try {
      return await abortable(once(), signal);
    } catch (error) {
      if (!isStale(error)) throw error;
      return abortable(once(), signal);
    }
  };

  return {
    async send(request, stopping) {
      const ended = new AbortController();
      const end = () => ended.abort();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        end();
      }, exchangeMs);
      // Not AbortSignal.any: it would add something to `stopping`, which lives as long as the process, each time.
      stopping.addEventListener('abort', end, { once: true });
      if (stopping.aborted) end();
      try {
        return await exchange(request, ended.signal);
      } catch (error) {
        if (stopping.aborted && !isLate) return undefined;
        const reason = isLate ? `No answer within ${counted(exchangeMs / 1000, 'second')}.` : reasonOf(error);
        return { status: null, error: reason, answer: '', retryAfter: undefined };
      } finally {
        clearTimeout(timer);
        stopping.removeEventListener('abort', end);
      }
    },
    async refusal(url) {
      try {
        await abortable(judged(new URL(url).hostname), AbortSignal.timeout(exchangeMs));
        return undefined;
      } catch (error) {
        // A host without an address today may have one tomorrow.
        if (!(error instanceof RefusedAddress)) return undefined;
        return 'leads to a private address. To test on your machine, use `npx earshot listen`.';
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const isStale = (error: unknown): boolean =>
  error instanceof Error &&
  'isStale' in error &&
  error.isStale === true &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** Reads the beginning of the answer. Leaving the loop early closes the connection. */
async function read(response: http.IncomingMessage, maxBytes: number): Promise<SenderAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
  return {
    status: response.statusCode ?? null,
    error: null,
    // Not every database can store NUL.
    answer: text.replaceAll('\0', '\ufffd'),
    retryAfter: response.headers['retry-after'],
  };
}
