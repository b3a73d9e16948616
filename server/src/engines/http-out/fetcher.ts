// Fetches files with node:http. Each host on the way is judged like the receiver of a webhook.

import http from 'node:http';
import https from 'node:https';
import { PassThrough } from 'node:stream';
import { isCallable } from '../../domain/events/webhook-target.ts';
import { counted } from '../../domain/kernel/count.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { type Fetcher, TookTooLong } from '../../ports/porting/fetcher.ts';
import { abortable, answering, judging, type Resolve, reasonOf } from './resolving.ts';

export interface FetcherOptions {
  /** Also call addresses that are not on the public internet. */
  allowPrivate: boolean;
  /** For everything, from resolving to the last byte. */
  exchangeMs: number;
  /** Until the server answers, and between two parts of the content. */
  idleMs: number;
  /** 3 by default. */
  maxRedirects?: number;
  resolve?: Resolve;
}

const usualRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

const failed = (reason: string): Failure => new Failure('BAD_REQUEST', `The file was not fetched. ${reason}`);

export function httpFetcher(options: FetcherOptions): Fetcher {
  const { maxRedirects = usualRedirects } = options;
  const judged = judging(options);
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };

  const ask = async (url: URL, signal: AbortSignal): Promise<http.IncomingMessage> => {
    const addresses = await abortable(judged(url.hostname), signal);
    const isSecure = url.protocol === 'https:';
    const request = isSecure ? https.request : http.request;
    const agent = agents[isSecure ? 'https:' : 'http:'];
    return new Promise((resolve, reject) => {
      const sent = request(url, { agent, signal, lookup: answering(addresses), headers: { accept: '*/*' } });
      sent.on('response', resolve);
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(failed('The server switched to another protocol.'));
      });
      sent.on('error', reject);
      sent.end();
    });
  };

  const follow = async (start: string, signal: AbortSignal): Promise<http.IncomingMessage> => {
    let url = new URL(start);
    for (let step = 0; step <= maxRedirects; step += 1) {
      if (!isCallable(url)) throw failed('Its address is not one that may be called.');
      const response = await ask(url, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return response;
      response.destroy();
      if (!redirects.has(statusCode) || headers.location === undefined)
        throw failed(`The server answered with ${statusCode}.`);
      url = new URL(headers.location, url);
    }
    throw failed(`The server redirected more than ${maxRedirects} times.`);
  };

  return {
    async fetch(url, stopping) {
      const ended = new AbortController();
      let late: Failure | undefined;
      let content: PassThrough | undefined;
      const end = () => ended.abort();
      const endLate = (reason: string) => {
        late = new TookTooLong(reason);
        end();
      };
      const total = setTimeout(
        () => endLate(`It took longer than ${counted(options.exchangeMs / 1000, 'second')}.`),
        options.exchangeMs,
      );
      const idle = setTimeout(() => {
        // The server has sent more than was read so far: it is not the one that is slow.
        if (content?.writableNeedDrain) idle.refresh();
        else endLate(`The server sent nothing for ${counted(options.idleMs / 1000, 'second')}.`);
      }, options.idleMs);
      const settle = () => {
        clearTimeout(total);
        clearTimeout(idle);
        stopping?.removeEventListener('abort', end);
      };
      stopping?.addEventListener('abort', end, { once: true });
      if (stopping?.aborted) end();
      const explain = (error: unknown): unknown => {
        if (late !== undefined) return late;
        if (stopping?.aborted) return stopping.reason;
        if (error instanceof TypeError) return failed('Its address is not a valid URL.');
        return error instanceof Failure ? error : failed(reasonOf(error));
      };
      try {
        const response = await follow(url, ended.signal);
        idle.refresh();
        response.on('data', () => idle.refresh());
        content = explained(response, explain, settle);
        return content;
      } catch (error) {
        settle();
        throw explain(error);
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** The content, with errors that say what happened. Ending it early closes the connection. */
function explained(
  response: http.IncomingMessage,
  explain: (error: unknown) => unknown,
  settle: () => void,
): PassThrough {
  const content = new PassThrough();
  response.on('error', (error) => content.destroy(explain(error) as Error));
  content.once('close', () => {
    settle();
    response.destroy();
  });
  return response.pipe(content);
}
