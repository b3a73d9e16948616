// `npm run pack [DIRECTORY]`: packs the server and the client as they would be published, installs the server from the
// registry into an empty directory, and uses it there: version, start, API, console, reference, first account, stop.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

/** Packs one workspace; returns npm's description of the tarball. */
export function pack(workspace, directory) {
  const args = ['pack', '--json', '--workspace', workspace, '--pack-destination', directory];
  const output = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });
  const [packed] = JSON.parse(output.slice(output.search(/^\[$/m)));
  return { ...packed, tarball: join(directory, packed.filename) };
}

/** What a user does. */
export function installFromRegistry(tarball, directory) {
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', ['install', ...quiet, tarball], { cwd: directory, stdio: ['ignore', 'ignore', 2] });
}

/** Without a network: the package, and copies of exactly the packages that it declares, and that these declare. */
export function installFromClone(tarball, directory) {
  const modules = join(directory, 'node_modules');
  const installed = join(modules, '@earshot', 'server');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  copyDependencies(installed, modules);
  const { bin } = manifestIn(installed);
  symlinkSync(join(installed, bin.earshot), join(modules, '.bin', 'earshot'));
}

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

function copyDependencies(folder, modules) {
  const { dependencies = {}, optionalDependencies = {} } = manifestIn(folder);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const [source, target] = [join(root, 'node_modules', name), join(modules, name)];
    const isForOtherPlatform = name in optionalDependencies && !existsSync(source);
    if (existsSync(target) || isForOtherPlatform) continue;
    cpSync(source, target, { recursive: true });
    copyDependencies(target, modules);
  }
}

/** Uses the installed server; throws if anything is not as it should be. */
export async function proveServer(directory) {
  const { version } = manifestIn(join(directory, 'node_modules', '@earshot', 'server'));
  const program = join(directory, 'node_modules', '.bin', 'earshot');
  // Nothing of this environment, so that the package must bring everything.
  const options = { cwd: directory, env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn' } };
  const printed = execFileSync(program, ['--version'], { ...options, encoding: 'utf8' }).trim();
  demand(printed === version, `it says that it is version ${printed}`);
  const child = spawn(program, [], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    await useServer(await welcomeOf(child));
    // As Ctrl-C does: SIGTERM would first give a load balancer time to notice.
    child.kill('SIGINT');
    const [code] = await ended;
    demand(code === 0, `it ended with exit code ${code}`);
  } finally {
    child.kill('SIGKILL');
  }
}

async function welcomeOf(child) {
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes('Try it:')) break;
  }
  const found = (pattern) => pattern.exec(text)?.[1] ?? '';
  return {
    address: found(/listening on (\S+)/),
    key: found(/^ {2}live {2}(\S+)$/m),
    setupToken: found(/\/setup\/(\S+)$/m),
  };
}

/** One request for each part that could be missing: bundle, database, console, reference, passwords. */
async function useServer({ address, key, setupToken }) {
  const sent = (path, body, headers = {}) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const post = await sent('/v1/posts', { title: 'Packed' }, { authorization: `Bearer ${key}` });
  demand(post.status === 201, `POST /v1/posts was answered ${post.status}`);
  const page = await (await fetch(`${address}/`)).text();
  demand(page.includes('<div id="root">'), 'the console has no page');
  for (const path of ['/docs', /src="(\/assets\/[^"]+)"/.exec(page)?.[1]]) {
    const { status } = await fetch(address + path);
    demand(status === 200, `GET ${path} was answered ${status}`);
  }
  const owner = { name: 'Ada', email: 'ada@example.com', password: 'a password of the packed server' };
  const account = await sent(`/console/api/setup/${setupToken}`, owner, { 'x-earshot-console': '1' });
  demand(account.ok, `creating the first account was answered ${account.status}`);
}

function demand(isMet, problem) {
  if (!isMet) throw new Error(`The packed server doesn't work: ${problem}.`);
}

async function main(directory) {
  mkdirSync(directory, { recursive: true });
  const [server, client] = ['server', 'client'].map((workspace) => pack(workspace, directory));
  const empty = mkdtempSync(join(tmpdir(), 'earshot-packed-'));
  try {
    installFromRegistry(server.tarball, empty);
    await proveServer(empty);
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
  for (const { tarball, size, files } of [server, client])
    process.stdout.write(`${tarball} (${files.length} files, ${(size / 2 ** 20).toFixed(2)} MB)\n`);
  process.stdout.write('The packed server was installed in an empty directory, and works.\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(resolve(process.argv[2] ?? join(dirname(import.meta.dirname), 'packages')));
