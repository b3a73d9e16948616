// Programs that some tests need besides Node. Installed on Debian as root; elsewhere, says which tests are skipped
// and how to install them. A missing one fails under CI.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Program → its Debian packages, the tests that need it, and a check if it must be more than installed. */
const tools = {
  'redis-server': {
    package: 'redis-server',
    tests: 'everything that counts in Redis, and all that runs on the engines for many nodes',
  },
  'chromium-headless-shell': {
    package: 'chromium-headless-shell',
    tests: 'the console, the public site and the reference page in a real browser',
  },
  postgres: { package: 'postgresql', tests: 'everything that runs on PostgreSQL' },
  prlimit: { package: 'util-linux', tests: 'a disk that is full' },
  nginx: { package: 'nginx-light', tests: 'many nodes behind a load balancer' },
  'systemd-analyze': { package: 'systemd', tests: 'whether systemd accepts our unit' },
  python3: { package: 'python3-minimal', tests: "refused uploads of Python's http.client" },
  curl: { package: 'curl', tests: 'refused uploads of curl, and the shell examples in the documentation' },
  'python3-requests': {
    package: 'python3-requests',
    tests: 'the Python programs in the documentation',
    isThere: () => findPython() !== undefined,
  },
  go: { package: 'golang-go', tests: 'the Go programs in the documentation' },
  php: {
    package: 'php-cli php-curl',
    tests: 'the PHP recipe in the documentation',
    isThere: () => succeeds(findTool('php'), '-r', 'exit(extension_loaded("curl") ? 0 : 1);'),
  },
};

/** Debian keeps server programs in versioned folders, the newest last. */
const serverFolders = () => {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return [];
  const newestFirst = readdirSync(versions).sort((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => join(versions, version, 'bin'));
};

/** Path of a program, if installed. Checks the server's own folder first: the PATH may have a slow wrapper. */
export const findTool = (program) =>
  [...serverFolders(), ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

const succeeds = (program, ...args) =>
  program !== undefined && spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** A Python that has `requests`: the one on the PATH may not be the one that Debian's packages are for. */
export const findPython = () =>
  [findTool('python3'), '/usr/bin/python3'].find((path) => succeeds(path, '-c', 'import requests'));

async function install(packages) {
  const mayInstall = process.getuid?.() === 0 && findTool('apt-get') !== undefined;
  if (!mayInstall) return;
  process.stderr.write(`Installing for the tests: ${packages.join(', ')}\n`);
  const apt = async (...args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await once(spawn('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }), 'exit');
  };
  await apt('update', '-qq');
  await apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}

/** Missing programs; exits under CI if there are any. */
export async function ensureTools() {
  const isThere = (program) => tools[program].isThere?.() ?? findTool(program) !== undefined;
  const missing = () => Object.keys(tools).filter((program) => !isThere(program));
  const first = missing();
  if (first.length > 0) await install(first.flatMap((program) => tools[program].package.split(' ')));
  const left = first.length > 0 ? missing() : [];
  for (const program of left) {
    process.stderr.write(
      `Left out: ${tools[program].tests}. "${program}" is missing (Debian: ${tools[program].package}).\n`,
    );
  }
  if (left.length > 0 && process.env.CI === 'true') {
    process.stderr.write('Under CI every test must run.\n');
    process.exit(1);
  }
  return left;
}
