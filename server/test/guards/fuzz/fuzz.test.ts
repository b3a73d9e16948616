// Thousands of odd and hostile requests against the built program. None may cause a 500, hang, lack a request id or
// deviate from the OpenAPI document. Also behind `npm run fuzz`.

import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUpAfterAll } from '../../e2e/processes.ts';
import { complaintAbout } from '../../support/documents/openapi.ts';
import { openWire, type WireAnswer } from '../../support/network/wire.ts';
import { type BuiltProgram, startBuiltProgram } from '../built-program.ts';
import { documentOf, operationsOf } from '../document.ts';
import { chosenSeed, seededRandom, setting } from '../random.ts';
import { arrivedWithThings } from '../site-visitor.ts';
import { bytesOf, type FuzzRequest } from './frame.ts';
import { fuzzRequest } from './requests.ts';
import { smallestThat } from './shrinking.ts';

const requests = setting('EARSHOT_FUZZ_REQUESTS', 2000);
const seed = chosenSeed('EARSHOT_FUZZ_SEED');
const atOnce = 4;
/** Requests consume the world's objects: renew it after this many. */
const requestsAWorld = 500;
/** Longer than any request may take; after this it counts as hanging. */
const deadlineMs = 30_000;
/** Allowed memory growth after the first fifth of the requests, in MB. */
const maxGrowthMb = 200;

let built: BuiltProgram;

cleanUpAfterAll();
beforeAll(async () => {
  built = await startBuiltProgram({ TRUST_PROXY: 'true', PAGE_LIMIT: '0' });
}, 120_000);
afterAll(() => built?.program.close());

async function newThings(marker: string) {
  const world = await built.newWorld(marker);
  const { visitor, things } = await arrivedWithThings(
    built.serving.address,
    built.program.secrets.live,
    marker,
  );
  return { world, visitorHeaders: visitor.headers, things };
}

const residentMb = (): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(built.serving.child.pid)], { encoding: 'utf8' })) /
  1024;

/** The response; null if the connection closed without one, undefined on timeout. */
async function exchanged(request: FuzzRequest): Promise<WireAnswer | null | undefined> {
  const { socket, answer } = openWire(built.serving.port, { isHead: request.method === 'HEAD' });
  socket.write(bytesOf(request));
  // An incomplete request is answered, or dropped, only once nothing more can arrive.
  if (request.raw !== undefined) socket.end();
  const timer = new AbortController();
  try {
    const late = setTimeout(deadlineMs, undefined, { signal: timer.signal }).catch(() => undefined);
    return await Promise.race([answer.then((found) => found ?? null), late]);
  } finally {
    timer.abort();
    socket.destroy();
  }
}

/** What is wrong with the response; undefined if nothing. */
async function faultOf(request: FuzzRequest): Promise<string | undefined> {
  const answer = await exchanged(request);
  if (answer === undefined) return `no answer within ${deadlineMs} ms`;
  if (answer === null)
    return request.raw === undefined ? 'the connection ended without an answer' : undefined;
  const { status, headers, text } = answer;
  if (status >= 500) {
    const isShed = status === 503 && headers['retry-after'] !== undefined;
    if (!isShed) return `status ${status}: ${text.slice(0, 500)}`;
    shed += 1;
  }
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(headers['x-request-id'] ?? ''))
    return `no X-Request-Id with status ${status}`;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (request.judgedAs === undefined) return undefined;
  return complaintAbout(built.program.app, request.method, decoded(request.judgedAs), answer);
}

let shed = 0;
const statuses = new Map<number, number>();

/** Decoded like in the router, so that any spelling matches its operation. */
function decoded(path: string): string {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return pathname
    .split('/')
    .map((segment) => {
      try {
        return decodeURIComponent(segment).replaceAll('/', '%2F').replaceAll('?', '%3F');
      } catch {
        return segment;
      }
    })
    .join('/');
}

describe(`${requests} odd requests, seed ${seed}`, () => {
  it('are all answered according to the document, and leave the process healthy', {
    timeout: 120_000 + requests * 100,
  }, async ({ annotate }) => {
    const random = seededRandom(seed);
    const operations = operationsOf(documentOf(built.program.app));
    const secrets = [built.program.secrets.live, built.program.secrets.live, built.program.secrets.test];
    let made = await newThings('fuzz0');
    let warmMb = 0;
    for (let sent = 0; sent < requests; sent += atOnce) {
      if (sent > 0 && sent % requestsAWorld === 0) made = await newThings(`fuzz${sent}`);
      const group = Array.from({ length: atOnce }, (_, index) =>
        fuzzRequest({ ...made, operations, random, secrets, nonce: `${seed}-${sent + index}` }),
      );
      const faults = await Promise.all(group.map(faultOf));
      for (const [index, fault] of faults.entries())
        if (fault !== undefined) await report(group[index], fault);
      if (warmMb === 0 && sent >= requests / 5) warmMb = residentMb();
    }
    const endMb = residentMb();
    const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
    const figures = `${requests} requests, seed ${seed}: ${counts.join(', ')}; ${shed} shed; ${Math.round(warmMb)} MB after a fifth, ${Math.round(endMb)} MB at the end`;
    process.stdout.write(`${figures}\n`);
    await annotate(figures);
    expect(endMb - warmMb).toBeLessThan(maxGrowthMb);
    expect(built.serving.stderr().match(/"level":60/)).toBeNull();
  });
});

/** Fails with the smallest request that still fails when sent again. */
async function report(request: FuzzRequest | undefined, fault: string): Promise<never> {
  if (request === undefined) throw new Error(fault);
  const smallest = await smallestThat(request, async (candidate) => (await faultOf(candidate)) !== undefined);
  const repeats = (await faultOf(smallest)) ?? 'not when sent again on its own';
  const again = `npm run fuzz -- --requests ${requests} --seed ${seed}`;
  throw new Error(`${fault}\n\nRepeat: ${again}\nSent again: ${repeats}\n\n${readable(bytesOf(smallest))}`);
}

/** Abbreviates long runs of one character. */
const readable = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/(.)\1{99,}/gs, (run, character: string) => `<${character} × ${run.length}>`)
    .slice(0, 6000);
