// No request may block the event loop. Sends the worst requests of every operation, while a probe inside the built
// program measures CPU time per turn of the event loop.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { FormKind } from '../../../src/http/public/places.ts';
import { cleanUpAfterAll, newDirectory } from '../../e2e/processes.ts';
import { resolved } from '../../support/documents/openapi-document.ts';
import { type BuiltProgram, startBuiltProgram } from '../built-program.ts';
import { type ApiOperation, documentOf, isWrite, operationsOf } from '../document.ts';
import { dataOf, type Sent, send } from '../sending.ts';
import { siteForms } from '../site-forms.ts';
import { arrived, arrivedWithThings } from '../site-visitor.ts';
import type { World } from '../world.ts';
import { type CostlyData, makeCostlyData } from './costly-data.ts';
import { isFrozen, judged, type Stretched } from './judging.ts';
import { openProbe, type Probe, probed } from './probe.ts';
import { knownFields } from './worst-bodies.ts';
import type { WorstCase, WorstCases, WorstSurroundings } from './worst-case.ts';
import { longestPathsInBatch } from './worst-queries.ts';
import { batchOf, worstCasesOf } from './worst-requests.ts';
import { type WorstForm, worstForms, worstPages } from './worst-visits.ts';

/** Stop after this many freezes of one operation. */
const enoughFreezes = 5;

interface Judged extends Stretched {
  label: string;
  status: number;
}

interface Measured extends Judged {
  asked: Sent;
}

let built: BuiltProgram;
let probe: Probe;
let world: World;
let costly: CostlyData;
let nonce = 0;
let isMeasuring = false;
const report: string[] = [];
const longestTexts: WorstSurroundings['longestTexts'] = new Map();
const costliestMarkup: WorstSurroundings['costliestMarkup'] = new Map();

const document = resolved(
  JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')),
);
/** A post and what lies below it has the same handlers under its external id; only the upsert is another operation. */
const distinct = operationsOf(document).filter(
  ({ id, path }) => id === 'upsertPost' || !path.startsWith('/posts/by-external-id/'),
);
/** The end of the id of an operation by external id, beside the same one by id. */
const twin = /By(Post)?ExternalId$/;
/** Deletes come last, since they remove what the others use. */
const operations = distinct.toSorted(
  (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
);
const [mostKnowing] = operations.toSorted(
  (one, other) => knownFields(other).length - knownFields(one).length,
);

cleanUpAfterAll();
beforeAll(async () => {
  const socket = await newSocket();
  built = await startBuiltProgram(environmentWith(socket), async (program) => {
    costly = await makeCostlyData(program);
  });
  world = await built.newWorld('ordinary');
  probe = await openProbe(socket);
  await warmUp();
}, 300_000);
// An operation that killed or froze the process has failed; measure the next one anyway.
beforeEach(async () => {
  const { child, exited } = built.serving;
  if (isMeasuring) child.kill('SIGKILL');
  else if (child.exitCode === null && child.signalCode === null) return;
  isMeasuring = false;
  await exited;
  const socket = await newSocket();
  await built.restart(environmentWith(socket));
  probe = await openProbe(socket);
});
afterAll(async () => {
  probe?.close();
  await built?.program.close();
});

const environmentWith = (socket: string) => ({ ...probed(socket), TRUST_PROXY: 'true', PAGE_LIMIT: '0' });
const newSocket = async (): Promise<string> => join(await newDirectory(), 'probe');

/** Parsing and validation are the same on every engine: measured once. */
const surroundingsOf = (operation: ApiOperation): WorstSurroundings => ({
  operation,
  world,
  costly,
  onlyStored: inject('engines') !== 'embedded',
  knowsMostFields: operation === mostKnowing && inject('engines') === 'embedded',
  longestTexts,
  costliestMarkup,
});

/** Warm-up, since the first run includes compilation. */
async function warmUp(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    for (const operation of operations) {
      const first = worstCasesOf(surroundingsOf(operation)).next();
      if (first.done !== true) await measure(first.value, isWrite(operation));
    }
}

/** Under a test key a write is rolled back, so it can be repeated. */
async function measure(worst: WorstCase, isRolledBack: boolean): Promise<Measured> {
  nonce += 1;
  const given = worst.ask(`n${nonce}`);
  // Compression doesn't depend on the engine, and takes time.
  const asked =
    inject('engines') === 'embedded'
      ? given
      : { ...given, headers: { 'accept-encoding': 'identity', ...given.headers } };
  const { live, test } = built.program.secrets;
  const secret = isRolledBack && worst.isLive !== true ? test : live;
  const judgedAs = await during(worst.label, () => send(built.serving.address, secret, asked));
  return { ...judgedAs, asked };
}

async function during(label: string, ask: () => Promise<{ status: number }>): Promise<Judged> {
  isMeasuring = true;
  const { result, stretch } = await probe.during(ask);
  isMeasuring = false;
  return { label, status: result.status, stretch };
}

/** Each attempt by someone new: the form takes effect, and a person may send few in an hour. */
async function measureForm({ label, of }: WorstForm): Promise<Judged> {
  nonce += 1;
  const { address } = built.serving;
  const { visitor, things } = await arrivedWithThings(
    address,
    built.program.secrets.live,
    `visitor-${nonce}`,
  );
  return during(label, () => visitor.send(of(things)));
}

async function runAll(cases: WorstCases, isRolledBack: boolean): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (let next = cases.next(); next.done !== true; ) {
    const worst = next.value;
    const found = await judged(probe, () => measure(worst, isRolledBack));
    measured.push(found);
    if (measured.filter(isFrozen).length === enoughFreezes) break;
    const { longestMs } = found.stretch;
    next = cases.next({ status: found.status, isFrozen: isFrozen(found), longestMs });
  }
  return measured;
}

const costliest = <T extends Judged>(measured: readonly T[]): T | undefined =>
  [...measured].sort((one, other) => other.stretch.longestMs - one.stretch.longestMs)[0];

const described = ({ label, status, stretch }: Judged): string =>
  `${label}: ${Math.round(stretch.longestMs)} ms, answered ${status}`;

/** As many of the most expensive operations as fit into a batch, and paths that only a batch can have. */
function* batches(alone: readonly Measured[], surroundings: WorstSurroundings): WorstCases {
  const able = alone.filter(({ asked }) => asked.form === undefined);
  const taken = able.filter(({ status }) => status < 400);
  for (const one of new Set([costliest(taken), costliest(able)]))
    if (one !== undefined) yield { label: `a batch of: ${one.label}`, ask: () => batchOf(one.asked, false) };
  const [ordinary] = taken;
  if (ordinary !== undefined && isWrite(surroundings.operation))
    yield { label: 'an atomic batch of ordinary requests', ask: () => batchOf(ordinary.asked, true) };
  yield* longestPathsInBatch(surroundings);
}

describe('no request freezes the process', () => {
  it.each(Object.keys(siteForms) as FormKind[])('for any form of a visitor: %s', async (kind) => {
    const all: Judged[] = [];
    for (const form of worstForms(kind, inject('engines') !== 'embedded'))
      all.push(await judged(probe, () => measureForm(form)));
    const worst = costliest(all);
    report.push(`${kind}: ${all.length} forms; ${worst && described(worst)}`);
    expect(all[0]?.status).toBeLessThan(400);
    expect(all.filter(isFrozen).map(described)).toEqual([]);
  });

  // Before the costly posts are deleted.
  it('for any page of a public site', async () => {
    const { address } = built.serving;
    const { live } = built.program.secrets;
    const visitor = await arrived(address, live, 'reader');
    const [postId = ''] = costly.ids.post ?? [];
    const body = { visibility: 'public', publishComments: true };
    await dataOf(address, live, { method: 'PATCH', path: `/posts/${postId}`, body });
    const all: Judged[] = [];
    for (const page of worstPages(postId))
      all.push(await judged(probe, () => during(page, () => visitor.get(page))));
    const worst = costliest(all);
    report.push(`pages: ${all.length} requests; ${worst && described(worst)}`);
    expect(all.filter(({ status }) => status !== 200).map(described)).toEqual([]);
    expect(all.filter(isFrozen).map(described)).toEqual([]);
  });

  it.each(operations)(
    'for any input of $id, alone or in a batch',
    { timeout: 360_000 },
    async (operation) => {
      const surroundings = surroundingsOf(operation);
      const isRolledBack = isWrite(operation);
      const alone = await runAll(worstCasesOf(surroundings), isRolledBack);
      // The parts of a batch run the same code on every engine: measured once.
      const isBatched = operation.id !== 'runBatch' && inject('engines') === 'embedded';
      const batched = !isBatched ? [] : await runAll(batches(alone, surroundings), isRolledBack);
      const all = [...alone, ...batched];
      const worst = costliest(all);
      report.push(`${operation.id}: ${all.length} requests; ${worst && described(worst)}`);
      expect(all.filter(isFrozen).map(described)).toEqual([]);
    },
  );

  it('covers every operation of the program', ({ annotate }) => {
    const served = operationsOf(documentOf(built.program.app)).map(({ id }) => id);
    const twins = served.filter((id) => id.endsWith('ExternalId') && served.includes(id.replace(twin, '')));
    const measured = operations.map(({ id }) => id);
    expect([...new Set([...measured, ...twins])].sort()).toEqual(served.sort());
    return annotate(report.join('\n'));
  });
});
