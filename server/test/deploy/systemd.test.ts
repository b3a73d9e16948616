// The unit in deploy/ is hardened, starts what the package installs, and is accepted by systemd.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findTool } from '../../../scripts/tools.mjs';
import { knownVariables } from './variables.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const unit = read('deploy/earshot.service');
const valuesOf = (key: string) =>
  [...unit.matchAll(/^([A-Za-z]+)=(.*)$/gm)].filter(([, name]) => name === key).map(([, , value]) => value);

it('starts the command of the package, with variables that exist', () => {
  const { name, bin } = JSON.parse(read('server/package.json'));
  const program = join('/opt/earshot/node_modules', name, bin.earshot);
  expect(valuesOf('ExecStart')).toEqual([`/usr/bin/node --max-semi-space-size=4 ${program} serve`]);
  const assigned = valuesOf('Environment').flatMap((line) => line?.match(/[A-Z_]+(?==)/g) ?? []);
  const known = [...knownVariables(), 'NODE_ENV', 'MALLOC_MMAP_THRESHOLD_'];
  for (const variable of assigned) expect(known).toContain(variable);
});

it('can write to its own state only, and gain no privileges', () => {
  expect(valuesOf('Environment').join(' ')).toContain(`DATA_DIR=/var/lib/${valuesOf('StateDirectory')[0]}`);
  const expected = {
    User: 'earshot',
    ProtectSystem: 'strict',
    ProtectHome: 'yes',
    PrivateTmp: 'yes',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    StateDirectoryMode: '0700',
    RestartPreventExitStatus: '78',
  };
  for (const [key, value] of Object.entries(expected)) expect([key, ...valuesOf(key)]).toEqual([key, value]);
});

const missing = (process.env.EARSHOT_MISSING_TOOLS ?? '').split(',');

it.skipIf(missing.includes('systemd-analyze'))('is accepted by systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-unit-'));
  const path = join(folder, 'earshot.service');
  // The program is not installed here.
  writeFileSync(path, unit.replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath}`));
  const { status, stderr } = spawnSync(findTool('systemd-analyze') ?? 'systemd-analyze', ['verify', path], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect([status, stderr.match(/^.*earshot\.service.*$/gm)]).toEqual([0, null]);
});

it('is in the documentation', () => {
  expect(read('docs/operating.md')).toContain('(../deploy/earshot.service)');
});
