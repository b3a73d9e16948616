// What `doctor` says of the mail server.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { checkMail } from '../../src/commands/installation/doctor-checks.ts';
import { readConfig } from '../../src/config.ts';
import { startMailServer } from '../support/network/mail-server.ts';

const password = 'hunter2-hunter2';

const finding = async (port: number) => {
  const environment = {
    SMTP_URL: `smtp://ada:${password}@127.0.0.1:${port}`,
    MAIL_FROM: 'ideas@acme.example',
  };
  const findings = [];
  for await (const each of checkMail(readConfig(environment), { silenceMs: 1_000 })) findings.push(each);
  expect(findings).toHaveLength(1);
  const [{ check, status, message } = { check: '', status: '', message: '' }] = findings;
  expect(message).not.toContain(password);
  expect([check, message]).toEqual(['mail', expect.stringContaining(`127.0.0.1:${port} `)]);
  return [status, message.replace(`127.0.0.1:${port} `, '')];
};

/** A mail server that takes this password only. */
const serving = (right: string) =>
  startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (given, _session, callback) =>
      given.password === right ? callback(null, { user: 'ada' }) : callback(new Error('Wrong password')),
  });

it('takes mail, and is sent none', async () => {
  const server = await serving(password);
  expect(await finding(server.port)).toEqual(['ok', 'takes mail']);
  expect(server.received).toEqual([]);
  await server.close();
});

it('refuses the password', async () => {
  const server = await serving('another');
  expect(await finding(server.port)).toEqual(['failed', expect.stringMatching(/^takes no mail: 535 /)]);
  await server.close();
});

it('does not answer, or says nothing', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const failing = ['failed', expect.stringMatching(/^takes no mail: \S/)];
  expect(await finding(port)).toEqual(failing);
  silent.close();
  await once(silent, 'close');
  expect(await finding(port)).toEqual(['failed', expect.stringContaining('ECONNREFUSED')]);
});

it('is not checked while mail is not set up', async () => {
  expect((await checkMail(readConfig({})).next()).done).toBe(true);
});
