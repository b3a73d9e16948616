// Applications that use an installation concurrently through the typed client, and record what was acknowledged,
// what failed, and which nodes were involved.

import { createHash } from 'node:crypto';
import { Earshot, type Fetch } from '../../../../client/src/index.ts';
import { pngOf } from '../../http/pictures.ts';
import { servedBy } from './balancer.ts';

/** One request and its result; no status if there was no response. */
export interface Exchange {
  method: string;
  status: number | undefined;
  /** The nodes it went to. */
  nodes: string;
}

export interface Made {
  id: string;
  title: string;
  votes: number;
  comments: number;
  /** URL → digest of its bytes. */
  files: Map<string, string>;
  /** Whether a call about it failed, so that its state is unknown. */
  isUncertain: boolean;
}

export interface FailedCall {
  what: string;
  error: unknown;
  exchanges: Exchange[];
}

export interface Ledger {
  made: Made[];
  /** Titles of posts whose creation failed. */
  uncertain: string[];
  exchanges: Exchange[];
  failed: FailedCall[];
}

export interface Load {
  /** Resolves when every application has completed this many more rounds. */
  goesOn(rounds: number): Promise<void>;
  /** Resolves when all have finished their current round. */
  stop(): Promise<Ledger>;
}

export function startLoad(baseUrl: string, apiKey: string, applications: number): Load {
  const ledger: Ledger = { made: [], uncertain: [], exchanges: [], failed: [] };
  const rounds = Array.from({ length: applications }, () => 0);
  const waiting = new Set<() => void>();
  let isOver = false;
  const work = rounds.map(async (_, index) => {
    const application = applicationOf(`${index}`, { baseUrl, apiKey, ledger });
    for (let round = 0; !isOver; round += 1) {
      await application(round);
      rounds[index] = round + 1;
      for (const look of waiting) look();
    }
  });
  const over = Promise.all(work);
  return {
    async goesOn(more) {
      const wanted = rounds.map((done) => done + more);
      const reached = new Promise<void>((resolve) => {
        const look = () => {
          if (!rounds.every((done, index) => done >= (wanted[index] ?? 0))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
      // An application ends early only on failure, which the test should report.
      await Promise.race([reached, over]);
    },
    async stop() {
      isOver = true;
      await over;
      return ledger;
    },
  };
}

interface Surroundings {
  baseUrl: string;
  apiKey: string;
  ledger: Ledger;
}

/** A sequential application; each round is a few calls. */
function applicationOf(name: string, { baseUrl, apiKey, ledger }: Surroundings) {
  let sinceCall: Exchange[] = [];
  const watched: Fetch = async (address, init) => {
    const exchange: Exchange = { method: init.method ?? 'GET', status: undefined, nodes: '' };
    ledger.exchanges.push(exchange);
    sinceCall.push(exchange);
    const response = await fetch(address, init);
    exchange.nodes = response.headers.get(servedBy) ?? '';
    const body = await response.arrayBuffer();
    exchange.status = response.status;
    const isEmpty = [204, 304].includes(response.status);
    return new Response(isEmpty ? null : body, { status: response.status, headers: response.headers });
  };
  const client = new Earshot({ apiKey, baseUrl, fetch: watched });

  /** Undefined if it failed, which is recorded. */
  const attempt = async <T>(what: string, call: () => Promise<T>): Promise<T | undefined> => {
    sinceCall = [];
    try {
      return await call();
    } catch (error) {
      ledger.failed.push({ what, error, exchanges: sinceCall });
      return undefined;
    }
  };

  const create = async (title: string, files: Buffer[]): Promise<Made | undefined> => {
    const named = files.map((content, index) => ({ content, name: `${index}.png` }));
    const post = await attempt(`create ${title}`, () =>
      client.posts.create({ title, author: { email: `${name}@example.com` }, attachments: named }),
    );
    if (post === undefined) return void ledger.uncertain.push(title);
    const made: Made = {
      id: post.id,
      title,
      votes: post.votesCount,
      comments: post.commentsCount,
      files: new Map(post.attachments?.map(({ url }, index) => [url, digestOf(files[index])])),
      isUncertain: false,
    };
    ledger.made.push(made);
    return made;
  };

  /** Like a simple client: no idempotency key, no retry. */
  const createPlainly = async (title: string): Promise<void> => {
    const done = await attempt(`plain ${title}`, async () => {
      const answer = await watched(`${baseUrl}/v1/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title, author: { email: `${name}@example.com` } }),
      });
      if (answer.status !== 201) throw new Error(`It answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { data: { id: string; votesCount: number; commentsCount: number } };
    });
    if (done === undefined) return void ledger.uncertain.push(title);
    const { id, votesCount: votes, commentsCount: comments } = done.data;
    ledger.made.push({ id, title, votes, comments, files: new Map(), isUncertain: false });
  };

  return async (round: number): Promise<void> => {
    const title = `Application ${name}, round ${round}`;
    const files = round % 3 === 0 ? [pngOf(100 + round), pngOf(20_000 + round)] : [];
    const made = await create(title, files);
    await createPlainly(`${title}, plainly`);
    if (made === undefined) return;
    const voter = { userEmail: `voter-${name}-${round}@example.com` };
    if (await attempt(`vote ${title}`, () => client.posts.vote(made.id, voter))) made.votes += 1;
    else made.isUncertain = true;
    const comment = { content: 'Me too', authorEmail: `${name}@example.com` };
    if (await attempt(`comment ${title}`, () => client.posts.comment(made.id, comment))) made.comments += 1;
    else made.isUncertain = true;
    // Acknowledged writes are visible immediately on every node.
    const read = await attempt(`get ${title}`, () => client.posts.get(made.id));
    if (read !== undefined && !made.isUncertain && read.commentsCount !== made.comments)
      throw new Error(`"${title}" was read with ${read.commentsCount} comments of ${made.comments}.`);
    await attempt('list', () => client.posts.list({ limit: 5 }).page());
  };
}

export const digestOf = (bytes: Uint8Array | undefined): string =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
