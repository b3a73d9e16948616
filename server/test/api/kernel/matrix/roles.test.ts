// Calls every console endpoint without a session, with each role, and as the owner of another workspace.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOf } from '../../../../src/compose/operator.ts';
import {
  type Call,
  consoleEndpoints,
  endpoints,
  type Person,
  people,
  statusFor,
} from '../../../guards/matrix/console.ts';
import { linkFor, visitorBrowser } from '../../../site/visitor.ts';
import { accountId, type Browser, browser, invitedBy, ownerOf, password } from '../../../support/console.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
let pages: Record<Person, Browser>;
/** Creates the data that calls need. No caller in the matrix uses its session. */
let maker: Browser;
let count = 0;

/** Part of every name and email of the workspace that outsiders try to read. */
const marker = 'zqxsecret';

beforeAll(async () => {
  program = await startProgram();
  const elsewhere = (await program.stranger.get('/me')).body.data.workspace.id;
  maker = await ownerOf(program, `${marker}.maker@example.com`);
  await maker.data('PATCH', '/console/api/workspace', { name: `${marker} workspace` });
  await program.live.post('/posts', { title: `${marker} post` });
  const stranger = await ownerOf({ ...program, workspaceId: elsewhere }, 'stranger@example.com');
  pages = {
    anonymous: browser(program.app),
    visitor: await visitorPage(),
    member: await invitedBy(program, maker, 'member'),
    admin: await invitedBy(program, maker, 'admin'),
    owner: await invitedBy(program, maker, 'owner'),
    stranger,
    intruder: stranger,
  };
});
afterAll(() => program.close());

const operator = () => operatorOf(program.engines.store, program.clock);

/** Creates a workspace for each link, as a setup link only works while there is no owner. */
const setupToken = async (nonce: string): Promise<string> => {
  const { id } = await operator().create(nonce, nonce);
  return (await operator().setupToken(id)) ?? '';
};

const isOutside = (person: Person): boolean =>
  ['anonymous', 'visitor', 'stranger', 'intruder'].includes(person);

/** The console, in a browser that is signed in to the workspace's public site. */
async function visitorPage(): Promise<Browser> {
  await program.live.patch('/site', { visibility: 'public' });
  const visitor = visitorBrowser(program);
  await visitor.come(await linkFor(program.live));
  const page = browser(program.app);
  for (const [name, value] of visitor.cookies) page.cookies.set(name, value);
  expect(page.cookies.size).toBe(1);
  return page;
}

async function callOf(endpoint: string, person: Person): Promise<Call> {
  count += 1;
  const nonce = `${isOutside(person) ? 'outside' : marker}-${count}`;
  const call = await endpoints[endpoint]?.call?.({
    maker,
    page: pages[person],
    nonce,
    setupToken: () => setupToken(nonce),
    newMember: async (role) => accountId(await invitedBy(program, maker, role, `${nonce}@example.com`)),
  });
  return call ?? {};
}

async function signInAgain(person: Person): Promise<void> {
  const page = person === 'visitor' ? await visitorPage() : browser(program.app);
  if (person !== 'anonymous' && person !== 'visitor') {
    const email = `${person === 'intruder' ? 'stranger' : person}@example.com`;
    await page.data('POST', '/console/api/session', { email, password });
  }
  pages[person] = page;
  if (person === 'stranger' || person === 'intruder') pages = { ...pages, stranger: page, intruder: page };
}

const rows = async (): Promise<string> => {
  await program.idle();
  return program.dump();
};

/** The ways in which the response to a caller differs from the expected one. */
async function faultsOf(endpoint: string, person: Person, wanted: number): Promise<string[]> {
  const [method = '', path = ''] = endpoint.split(/[ ,]+/);
  const { value = '', deliveryId = '', query = '', body } = await callOf(endpoint, person);
  const before = wanted >= 400 ? await rows() : '';
  const answer = await pages[person].call(
    method,
    `/console/api${path.replace(':deliveryId', deliveryId).replace(/:\w+/, value)}${query}`,
    {
      ...(body !== undefined && { body }),
      ...(person === 'intruder' && { headers: { 'x-earshot-workspace': program.workspaceId } }),
    },
  );
  const faults = [];
  const said = `${endpoint} as ${person}: ${answer.status} ${answer.text}`;
  if (answer.status !== wanted) faults.push(`${said}, not ${wanted}`);
  if (wanted >= 400 && (await rows()) !== before) faults.push(`${said} changed a row`);
  // Callers with a link may see which workspace it is for.
  const mayKnow = !isOutside(person) || path.includes(':token') || endpoint === 'POST /session';
  if (!mayKnow && answer.text.includes(marker)) faults.push(`${said} tells of others`);
  if (endpoints[endpoint]?.endsSession && wanted < 400) await signInAgain(person);
  return faults;
}

describe('the console endpoints', () => {
  it('are all listed in the permission table', async () => {
    const found = consoleEndpoints();
    const missing = found.filter((endpoint) => endpoints[endpoint] === undefined);
    expect(missing, 'Add these to "endpoints" in guards/matrix/console.ts.').toEqual([]);
    expect(
      Object.keys(endpoints).filter((endpoint) => !found.includes(endpoint.split(',')[0] ?? '')),
    ).toEqual([]);
  });

  it.each(Object.entries(endpoints))(
    '%s returns the expected status to each caller',
    async (endpoint, { expected }) => {
      const faults: string[] = [];
      for (const person of people)
        faults.push(...(await faultsOf(endpoint, person, statusFor(expected, person))));
      expect(faults).toEqual([]);
    },
  );
});
