// Builds the container image and runs it the way a careful operator would. Needs root and no container registry: the
// base of the image is made of Debian's packages and a given Node.js.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './build.mjs';

/** Debian has packages of these names; podman also needs `runc`, `conmon` and `netavark`. */
export const imageTools = ['buildah', 'podman', 'mmdebstrap', 'iptables'];

const base = 'docker.io/library/node:24-slim';
const image = 'localhost/earshot:test';
const name = 'earshot-release-test';
/** More than a start takes on a slow machine. */
const maxTries = 120;

/** Returns what it printed. */
const run = (command, args, options = {}) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 2], ...options }).trim();
const loud = (command, args) => void execFileSync(command, args, { stdio: ['ignore', 2, 2] });

/** What Node's own image has: Debian, Node.js, npm and a user 1000. It trusts what this machine trusts. */
function buildBase(nodeFolder) {
  const scratch = mkdtempSync(join(tmpdir(), 'earshot-image-'));
  const system = join(scratch, 'system');
  try {
    loud('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', system]);
    const local = join(system, 'usr', 'local');
    cpSync(join(nodeFolder, 'node'), join(local, 'bin', 'node'));
    const modules = join(local, 'lib', 'node_modules');
    mkdirSync(modules, { recursive: true });
    cpSync(ownNpm(), join(modules, 'npm'), { recursive: true, dereference: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
    const certificates = '/etc/ssl/certs/ca-certificates.crt';
    if (existsSync(certificates)) cpSync(certificates, join(system, certificates));
    loud('chroot', [system, 'useradd', '--uid', '1000', '--create-home', 'node']);
    const container = run('buildah', ['from', 'scratch']);
    loud('buildah', ['copy', '--quiet', container, system, '/']);
    loud('buildah', ['config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container]);
    loud('buildah', ['commit', '--quiet', '--rm', container, base]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The npm that runs this script. */
function ownNpm() {
  const { npm_execpath: script } = process.env;
  if (script === undefined) throw new Error('Start this with `npm run test:release`.');
  return dirname(dirname(script));
}

/** Returns the name of the image. */
export function buildImage(nodeFolder) {
  buildBase(nodeFolder);
  const options = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--format', 'docker'];
  loud('buildah', ['bud', '--quiet', ...options, '--tag', image, root]);
  return image;
}

/** Limits that a machine in a sandbox can set, too. */
const podmanSettings = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
`;

const hardened = [
  '--read-only',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--tmpfs=/tmp',
  '--volume=/data',
  '--publish=127.0.0.1::3000',
];

/** Throws if the image isn't what the documentation promises. */
export async function proveImage(built) {
  const scratch = mkdtempSync(join(tmpdir(), 'earshot-podman-'));
  const settings = join(scratch, 'containers.conf');
  writeFileSync(settings, podmanSettings);
  const env = { ...process.env, CONTAINERS_CONF: settings };
  const podman = (...args) => run('podman', args, { env });
  try {
    podman('run', '--detach', '--replace', '--name', name, ...hardened, built);
    const address = `http://${podman('port', name, '3000/tcp')}`;
    await untilReady(address);
    demand(podman('exec', name, 'id', '-u') === '1000', 'it does not run as user 1000');
    const capabilities = podman('exec', name, 'grep', 'CapEff', '/proc/1/status');
    demand(/\b0{16}$/.test(capabilities), `it has capabilities: ${capabilities}`);
    const written = spawnSync('podman', ['exec', name, 'touch', '/earshot/x'], { env, stdio: 'ignore' });
    demand(written.status !== 0, 'its root can be written');
    podman('healthcheck', 'run', name);
    const page = await (await fetch(`${address}/`)).text();
    demand(page.includes('<div id="root">'), 'the console has no page');
    podman('stop', '--time', '15', name);
    const code = podman('inspect', '--format', '{{.State.ExitCode}}', name);
    demand(code === '0', `it stopped with exit code ${code}`);
  } finally {
    spawnSync('podman', ['rm', '--force', '--volumes', name], { env, stdio: 'ignore' });
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function untilReady(address) {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    demand(tries < maxTries, 'it is not ready after a minute');
    await wait(500);
  }
}

function demand(isMet, problem) {
  if (!isMet) throw new Error(`The image doesn't work: ${problem}.`);
}
