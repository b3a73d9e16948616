// Calls every operation of the OpenAPI document from one workspace with ids of another: in the path, the query
// string, the filters and the body. Nothing is found, leaked or changed.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../../src/compose/operator.ts';
import {
  isWrite,
  type Operation,
  operationsOf,
  type Place,
  placesOf,
} from '../../../guards/matrix/operations.ts';
import { type Asked, makeWorld, pathValueOf, requestOf, type World } from '../../../guards/matrix/world.ts';
import { type Answer, type CallerClient, callerClient } from '../../../support/caller.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
let ours: World;
let theirs: World;
/** Keys of the calling workspace. */
let asking: { live: CallerClient; test: CallerClient };
let operations: Operation[];
let before: string[];
let idsOfOthers: string[];
let secretsOfOthers: string[];

beforeAll(async () => {
  program = await startProgram();
  program.exporting.start();
  program.importing.start();
  ours = await makeWorld(program.stranger, 'ours', program.engines.store);
  theirs = await makeWorld(program.live, 'zqxsecret', program.engines.store);
  const { workspace } = (await program.stranger.get('/me')).body.data;
  const operator = operatorOf(program.engines.store, program.clock);
  const { secret } = await operator.createKey(workspace.id, { mode: 'test', name: 'test key' });
  asking = { live: program.stranger, test: callerClient(program.app, secret) };
  operations = operationsOf(program.app);
  const { ids, mergedId, looseId, spareStatusId, sparePostTypeId, marker } = theirs;
  const things = [mergedId, looseId, spareStatusId, sparePostTypeId, ...Object.values(ids).flat()];
  idsOfOthers = [program.workspaceId, ...things];
  secretsOfOthers = [marker, ...idsOfOthers];
  await program.idle();
  before = rowsOfOthers();
});
afterAll(() => program.close());

const rowsOfOthers = (): string[] =>
  program
    .dump()
    .split('\n')
    .filter((row) => secretsOfOthers.some((secret) => row.includes(secret)));

const call = (client: CallerClient, { method, path, ...options }: Asked): Promise<Answer> =>
  client.call(method, path, options);

/** Identifiers that applications choose; two workspaces may use the same ones. */
const isShared = ({ meaning }: Place): boolean => meaning === 'externalId' || meaning === 'email';

async function valueAt(place: Place, world: World, client: CallerClient): Promise<string> {
  const { operation, meaning } = place;
  if (place.in === 'path') return pathValueOf(operation, world, place.names[0] ?? '');
  if (meaning === 'externalId' || meaning === 'email') return world[meaning];
  if (meaning !== 'next') return world.ids[meaning][0] ?? '';
  const { path } = requestOf(operation, world);
  const { body } = await client.get(`${path}?limit=1`);
  return body.data.next ?? '';
}

const nameOf = ({ operation, names, meaning, ...place }: Place): string =>
  `${operation.id}, ${place.in} ${names.join('.')} (${meaning})`;

/** Data of the other workspace in the response, except for what the request contained. */
const told = ({ text }: Answer, sent: string[]): string[] => {
  const rest = sent.reduce((left, value) => left.replaceAll(value, ''), text);
  return secretsOfOthers.filter((secret) => rest.includes(secret));
};

const isEmptyList = (data: Record<string, unknown>): boolean =>
  Object.values(data).every((value) => !Array.isArray(value) || value.length === 0);

function isRefused({ operation, ...place }: Place, { status, body }: Answer): boolean {
  if (place.in === 'path') return status === 404;
  if ([400, 404].includes(status)) return true;
  if (status >= 300) return false;
  if (place.meaning === 'next') return true;
  return !isWrite(operation) && isEmptyList(body.data);
}

/** Whether the owner would find the object there, so that an empty response to others is meaningful. */
const finds = ({ operation, meaning, names, ...place }: Place): boolean =>
  !isWrite(operation) &&
  meaning !== 'next' &&
  place.in !== 'query' &&
  !isSilent(meaning) &&
  operation.id !== 'getMailSettings';

/** An export or import shows nothing but its id, as mail settings do; the file of an export is compressed. */
const isSilent = (meaning: Place['meaning']): boolean => meaning === 'export' || meaning === 'import';

const wheres = ['path', 'query', 'filter', 'json', 'form'] as const;

const placesIn = (where: Place['in'], { shared }: { shared: boolean }): Place[] =>
  operations.flatMap(placesOf).filter((place) => place.in === where && isShared(place) === shared);

async function faultsOf(
  places: Place[],
  judge: (place: Place, answer: Answer) => boolean,
): Promise<string[]> {
  const faults: string[] = [];
  for (const place of places) {
    const value = await valueAt(place, theirs, program.live);
    const sent = isShared(place) ? [theirs.email, theirs.externalId] : [value];
    for (const [mode, client] of Object.entries(asking)) {
      const answer = await call(client, requestOf(place.operation, ours, { place, value }));
      const leaked = told(answer, sent);
      if (!judge(place, answer)) faults.push(`${nameOf(place)}, ${mode}: ${answer.status} ${answer.text}`);
      if (leaked.length > 0) faults.push(`${nameOf(place)}, ${mode}, tells ${leaked}: ${answer.text}`);
    }
  }
  return faults;
}

describe('data of another workspace', () => {
  it.each(wheres)("is requested validly in each %s: the caller's own ids succeed", async (where) => {
    const faults: string[] = [];
    const places = placesIn(where, { shared: false });
    for (const place of places) {
      const value = await valueAt(place, ours, asking.live);
      const answer = await call(asking.test, requestOf(place.operation, ours, { place, value }));
      if (answer.status >= 300) faults.push(`${nameOf(place)}: ${answer.status} ${answer.text}`);
    }
    for (const place of places.filter(finds)) {
      const value = await valueAt(place, theirs, program.live);
      const answer = await call(program.live, requestOf(place.operation, theirs, { place, value }));
      const isFound =
        place.in === 'filter' ? !isEmptyList(answer.body.data) : told(answer, [value]).length > 0;
      if (!isFound) faults.push(`${nameOf(place)} finds nothing: ${answer.text}`);
    }
    expect(faults).toEqual([]);
    expect(places.length).toBeGreaterThan(5);
  });

  it('is in no response to requests without its ids', async () => {
    for (const operation of operations) {
      const answer = await call(asking.test, requestOf(operation, ours));
      expect([operation.id, answer.status < 300, told(answer, [])]).toEqual([operation.id, true, []]);
    }
  });

  it.each(wheres)('is not found by its id in a %s', async (where) => {
    const places = placesIn(where, { shared: false });
    expect(await faultsOf(places, isRefused)).toEqual([]);
  });

  it('is not found by its id in the path of a batch operation', async () => {
    const faults: string[] = [];
    for (const operation of operations.filter(({ path }) => path.includes('{id}'))) {
      const [place] = placesOf(operation).filter((one) => one.in === 'path');
      const value = pathValueOf(operation, theirs, 'id');
      const { method, path, body } = requestOf(operation, ours, { ...(place && { place }), value });
      const inner = { method, path, ...(body !== undefined && { body }) };
      const answer = await call(asking.live, {
        method: 'POST',
        path: '/batch',
        body: { operations: [inner] },
      });
      if (answer.body.data?.results[0].status !== 404 || told(answer, [value]).length > 0)
        faults.push(`${operation.id}: ${answer.text}`);
    }
    expect(faults).toEqual([]);
  });

  it.each(wheres)('is not affected by the same external id or email in a %s', async (where) => {
    const mayClash = (_place: Place, { status }: Answer) => status < 300 || [400, 404, 409].includes(status);
    expect(await faultsOf(placesIn(where, { shared: true }), mayClash)).toEqual([]);
  });

  it('is complete and unchanged, and in no row of the calling workspace', async () => {
    await program.idle();
    const after = rowsOfOthers();
    expect(before.filter((row) => !after.includes(row))).toEqual([]);
    const added = after.filter((row) => !before.includes(row));
    const foreign = added.filter((row) => idsOfOthers.some((id) => row.includes(id)));
    expect(foreign).toEqual([]);
  });
});
