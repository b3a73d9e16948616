// `kill -9` under mixed load, repeatedly: acknowledged writes persist, unanswered writes are complete or absent,
// and a retry with the idempotency key happens once. Also behind `npm run crash`.

import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chosenKeys, cleanUpAfterEach, liveKey, type Serving, serve } from '../../e2e/processes.ts';
import { newEngines, type TestEngines } from '../../support/servers/engines.ts';
import { chosenSeed, type Random, seededRandom, setting } from '../random.ts';
import { dataOf, type HttpAnswer, send } from '../sending.ts';
import { applyAnswer, type Client, isShed, possibleStates, writeUntilGone } from './load.ts';
import { countsThatAreWrong, linesOf, type PostState, postsIn } from './model.ts';

const rounds = setting('EARSHOT_CRASH_ROUNDS', 5);
const seed = chosenSeed('EARSHOT_CRASH_SEED');
const clientsAtOnce = 6;
/** Longer than any claim of a dead process. */
const claimsEndWithinMs = 60_000;

let engines: TestEngines;
cleanUpAfterEach();
beforeEach(async () => {
  engines = await newEngines();
});
afterEach(() => engines.close());

const start = () => serve(engines.dataDir, { ...engines.environment, ...chosenKeys, LOG_LEVEL: 'warn' });

/** Lets clients write, and kills the server meanwhile. */
async function crash(serving: Serving, round: number, random: Random): Promise<Client[]> {
  const enough = 10 + random.below(70);
  const delayMs = random.below(12);
  let answered = 0;
  const onAnswer = () => {
    answered += 1;
    if (answered === enough) void setTimeout(delayMs).then(() => serving.child.kill('SIGKILL'));
  };
  const surroundings = { address: serving.address, secret: liveKey, random, onAnswer };
  const names = Array.from({ length: clientsAtOnce }, (_, index) => `r${round}c${index}`);
  const clients = await Promise.all(names.map((name) => writeUntilGone(name, surroundings)));
  expect((await serving.exited).signal).toBe('SIGKILL');
  return clients;
}

/** One client's posts among all in the database. */
const ofClient = ({ titleStart }: Client, posts: readonly PostState[]): string[] =>
  linesOf(posts.filter(({ title }) => title.startsWith(titleStart)));

/** Whether the unanswered write is complete. */
function unansweredIsThere(client: Client, posts: readonly PostState[]): boolean {
  const found = ofClient(client, posts);
  const possible = possibleStates(client).map((state) => linesOf(state.values()));
  const asked = JSON.stringify(client.pending?.effects);
  expect(possible, `what is there after ${asked} was not answered`).toContainEqual(found);
  return possible.length > 1 && found.join() !== possible[0]?.join();
}

/** The dead process still holds the claim of the write, or of a part of the batch. */
const isClaimed = ({ bytes }: HttpAnswer): boolean => bytes.toString().includes('is still being answered.');

/** Whether it was answered; not while the dead process still holds a claim. */
async function repeat(client: Client, address: string): Promise<boolean> {
  const { pending } = client;
  if (pending === undefined) return true;
  const answer = await send(address, liveKey, pending.ask());
  if (isShed(answer) || isClaimed(answer)) return false;
  applyAnswer(client, pending, answer);
  return true;
}

async function repeatUntilAnswered(client: Client, address: string): Promise<void> {
  const deadline = performance.now() + claimsEndWithinMs;
  while (!(await repeat(client, address))) {
    expect(performance.now(), 'the claim of a dead process ends').toBeLessThan(deadline);
    await setTimeout(500);
  }
}

interface Checked {
  posts: number;
  files: number;
}

/** Compares the client's posts with its model, and their files and search results through the API. */
async function expectAll(client: Client, address: string, posts: readonly PostState[]): Promise<Checked> {
  expect(ofClient(client, posts)).toEqual(linesOf(client.state.values()));
  const ask = (path: string) => dataOf(address, liveKey, { method: 'GET', path });
  const search = async (title: string) =>
    (await ask(`/posts?filters=search:${title.split(' ').at(-1)}&include=attachments`)).posts;
  let files = 0;
  for (const state of client.state.values()) {
    const found = await search(state.title);
    expect(found.map(({ title }: { title: string }) => title)).toEqual([state.title]);
    for (const [index, digest] of state.files.entries()) {
      const answer = await fetch(address + new URL(found[0].attachments[index].url).pathname);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect([answer.status, createHash('sha256').update(bytes).digest('hex')]).toEqual([200, digest]);
      files += 1;
    }
  }
  for (const title of client.goneTitles) expect(await search(title), title).toEqual([]);
  return { posts: client.state.size, files };
}

describe(`kill -9 under mixed load, seed ${seed}`, () => {
  it(`loses no acknowledged write, and leaves none partial or duplicated, ${rounds} times`, {
    timeout: 60_000 + rounds * 30_000,
  }, async ({ annotate }) => {
    const random = seededRandom(seed);
    const all: Client[] = [];
    let [unanswered, kept, claimed] = [0, 0, 0];
    let serving = await start();
    for (let round = 0; round < rounds; round += 1) {
      const clients = await crash(serving, round, random);
      all.push(...clients);
      serving = await start();
      const left = postsIn(engines.database, `Crash r${round}c`);
      unanswered += clients.filter(({ pending }) => pending !== undefined).length;
      kept += clients.filter((client) => unansweredIsThere(client, left)).length;
      const resolved: Client[] = [];
      for (const client of clients) if (await repeat(client, serving.address)) resolved.push(client);
      claimed += clients.length - resolved.length;
      const repeated = postsIn(engines.database, `Crash r${round}c`);
      for (const client of resolved) await expectAll(client, serving.address, repeated);
      expect(countsThatAreWrong(engines.database)).toEqual([]);
    }
    const sum: Checked = { posts: 0, files: 0 };
    for (const client of all) await repeatUntilAnswered(client, serving.address);
    const lying = postsIn(engines.database, '');
    for (const client of all) {
      const { posts, files } = await expectAll(client, serving.address, lying);
      sum.posts += posts;
      sum.files += files;
    }
    expect(countsThatAreWrong(engines.database)).toEqual([]);
    expect(lying).toHaveLength(sum.posts);
    const answered = all.reduce((total, client) => total + client.answered, 0);
    const figures =
      `${rounds} crashes, seed ${seed}: ${answered} writes answered, ${unanswered} unanswered ` +
      `(${kept} of them were there, ${claimed} still claimed), ${sum.posts} posts and ${sum.files} files checked`;
    process.stdout.write(`${figures}\n`);
    await annotate(figures);
  });
});
