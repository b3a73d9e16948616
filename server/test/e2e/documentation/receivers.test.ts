// The receivers of webhooks in the documentation run as written, and get deliveries of the built program.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook as Signer } from 'standardwebhooks';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Earshot } from '../../../../client/src/index.ts';
import { findPython, findTool } from '../../../../scripts/tools.mjs';
import { blocksOf, programOf } from '../../support/documents/markdown.ts';
import { freePort } from '../../support/servers/ports.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterAll,
  knock,
  newDirectory,
  type Running,
  runProgram,
  serve,
} from '../processes.ts';

const page = 'docs/webhooks.md';
const missing = (process.env.EARSHOT_MISSING_TOOLS ?? '').split(',');
const patiently = { timeout: 60_000 };

type Environment = Record<string, string>;

/** Runs a program in a file. */
interface Language {
  language: string;
  file: string;
  /** What `npm test` calls it if it is missing. */
  tool: string;
  start(file: string, environment: Environment): Promise<Running>;
}

const receivers: Language[] = [
  {
    language: 'js',
    file: 'receiver.mjs',
    tool: 'node',
    start: async (file, environment) => runProgram(process.execPath, [file], environment),
  },
  {
    language: 'python',
    file: 'receiver.py',
    tool: 'python3-requests',
    start: async (file, environment) => runProgram(findPython() ?? '', [file], environment),
  },
  {
    language: 'go',
    file: 'receiver.go',
    tool: 'go',
    // `go run` would start another process, which nothing ends.
    async start(file, environment) {
      const built = file.replace(/\.go$/, '');
      const caches = { GOCACHE: join(folder, 'go-cache'), GOPATH: join(folder, 'go') };
      const building = runProgram(findTool('go') ?? '', ['build', '-o', built, file], caches);
      expect(await building.exited, building.stderr()).toMatchObject({ code: 0 });
      return runProgram(built, [], environment);
    },
  },
];

cleanUpAfterAll();

let folder: string;
let earshot: Earshot;
beforeAll(async () => {
  folder = await newDirectory();
  const environment = { ...chosenKeys, WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'error' };
  const { address } = await serve(join(folder, 'data'), environment);
  earshot = application(address);
});

/** Headers as a webhook sends them, or would if it were forged. */
function headersOf(secret: string, body: string, { ageSeconds = 0 } = {}): Environment {
  const at = new Date(Date.now() - ageSeconds * 1000);
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Signer(secret).sign('evt_1', at, body),
  };
}

/** Sends a test event, and waits until it has arrived. */
async function deliverTest(id: string): Promise<void> {
  const { id: deliveryId } = await earshot.webhooks.test(id);
  await vi.waitFor(
    async () =>
      expect(await earshot.webhooks.delivery(id, deliveryId)).toMatchObject({
        state: 'succeeded',
        log: [{ status: 204 }],
      }),
    patiently,
  );
}

describe('the receivers', () => {
  it('are in exactly these languages', () => {
    const programs = blocksOf(page).filter(({ language }) => !['json', 'sh', 'text'].includes(language));
    expect(programs.map(({ language }) => language)).toEqual(receivers.map(({ language }) => language));
  });

  for (const { language, file, tool, start } of receivers) {
    it.skipIf(missing.includes(tool))(
      `in ${language} accept deliveries, also during a rotation, and nothing else`,
      async () => {
        writeFileSync(join(folder, file), programOf(page, language));
        const port = await freePort();
        const url = `http://127.0.0.1:${port}/`;
        const { id, secret = '' } = await earshot.webhooks.create({ url, types: ['post.*'] });
        const running = await start(join(folder, file), {
          PORT: String(port),
          WEBHOOK_SECRET: secret,
        });
        await vi.waitFor(async () => expect(await knock('127.0.0.1', port)).toBe('open'), patiently);

        await deliverTest(id);
        const { secret: next = '' } = await earshot.webhooks.rotateSecret(id);
        await deliverTest(id);
        await running.printed(/^(?:Received webhook\.test\r?\n){2}$/);

        const body = '{"type":"post.created"}';
        const post = async (headers: Environment, sent = body) =>
          (await fetch(url, { method: 'POST', headers, body: sent })).status;
        const genuine = headersOf(secret, body);
        expect(await post(genuine)).toBe(204);
        const forged: [string, Environment, string?][] = [
          ['another secret', headersOf(next, body)],
          ['another body', genuine, `${body} `],
          ['an old one', headersOf(secret, body, { ageSeconds: 400 })],
          ['one from the future', headersOf(secret, body, { ageSeconds: -400 })],
          ['no headers', {}],
          ['odd characters', { ...genuine, 'webhook-signature': `v1,${'ÿ'.repeat(44)}` }],
          ['a timestamp that is no number', { ...genuine, 'webhook-timestamp': 'now' }],
        ];
        for (const [what, headers, sent] of forged)
          expect([what, await post(headers, sent)]).toEqual([what, 400]);
        await deliverTest(id);
        await running.printed(
          /^(?:Received webhook\.test\r?\n){2}Received post\.created\r?\nReceived webhook\.test\r?\n$/,
        );
        await earshot.webhooks.delete(id);
      },
    );
  }
});
