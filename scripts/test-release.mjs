// `npm run test:release`: the program on the Node.js that operators are told to use, and as the container image. Run
// before a release, and when the Dockerfile, the build or the dependencies change. Prints what it proved; what this
// machine has no tools for, it names.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './build.mjs';
import { buildImage, imageTools, proveImage } from './release-image.mjs';
import { findTool } from './tools.mjs';

const folder = join(root, 'tools', 'release');
const nodeFolder = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');

/** Node.js 24, from a lock file of its own. */
function installNode() {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (!existsSync(nodeFolder))
    throw new Error(`There is no Node.js 24 for ${process.platform}-${process.arch}.`);
}

/** Runs with Node.js 24 first on the PATH; throws if the command fails. */
function onNode24(command, args, cwd = root) {
  const env = { ...process.env, PATH: `${nodeFolder}${delimiter}${process.env.PATH}` };
  const { status } = spawnSync(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`It failed on Node.js 24: ${command} ${args.join(' ')}`);
}

installNode();
onNode24('node', ['--version']);
// Built, packed, installed in an empty directory, started, used and stopped.
const packed = mkdtempSync(join(tmpdir(), 'earshot-release-'));
try {
  onNode24('node', ['scripts/pack.mjs', packed]);
} finally {
  rmSync(packed, { recursive: true, force: true });
}
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const start = ['test/e2e/serving/start.test.ts', 'test/e2e/serving/stop.test.ts'];
onNode24('node', [vitest, 'run', '--project', 'server', 'test/api'], join(root, 'server'));
onNode24('node', [vitest, 'run', '--project', 'e2e', ...start], join(root, 'server'));
process.stdout.write('\nOn Node.js 24: the package, the API and the start work.\n');

const missing = imageTools.filter((tool) => findTool(tool) === undefined);
if (missing.length > 0) {
  process.stdout.write(`The image was not built: install ${missing.join(', ')} to do that.\n`);
} else {
  const image = buildImage(nodeFolder);
  await proveImage(image);
  process.stdout.write(
    'The image: runs read-only, without capabilities, as user 1000; ready and healthy; stops.\n',
  );
}
