// `npm test`: the checks and the everyday tests. `npm run test:rest`: what that leaves out. `npm run test:all`: both. Each
// ends with one line that counts. With arguments, such as a file, they go to vitest, and nothing else runs. Where
// EARSHOT_TEST_COUNTS names a file, as in `.ci/run`, several runs add up their counts there.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt, root } from './build.mjs';
import { ensureToolPackages } from './tool-packages.mjs';
import { ensureTools } from './tools.mjs';

const leftOut = [
  'the API, the workers and the guards on PostgreSQL, Redis and S3, and on partitions',
  'the guards: freeze, fuzz and crash',
  'several nodes, outages, moves, restores and upgrades; clients that are refused while they send',
  'the built program and its package; the console in a browser beyond one journey through each area',
  'generated clients, the generated types, and linting the OpenAPI documents',
];

const options = { '--rest': ['rest'], '--all': ['everyday', 'rest'] };
const [first, ...others] = process.argv.slice(2);
const given = first in options ? others : process.argv.slice(2);
// A file is found whichever part it is in.
const parts = options[first] ?? [given.length > 0 ? 'given' : 'everyday'];

const countsFile = process.env.EARSHOT_TEST_COUNTS;

// Beside whatever doesn't need them. Where counts are added up, the rest follows.
const tools = ensureTools();
const toolPackages =
  given.length === 0 && (parts.includes('rest') || countsFile !== undefined)
    ? ensureToolPackages()
    : undefined;
// Whoever waits for it fails.
toolPackages?.catch(() => undefined);
const { counts, incomplete, flaky } =
  countsFile !== undefined && existsSync(countsFile)
    ? JSON.parse(readFileSync(countsFile, 'utf8'))
    : { counts: { passed: 0, failed: 0, skipped: 0 }, incomplete: [], flaky: [] };
// A busy machine of CI must not refuse a change for a test of something else. What needed the second try is a fault all
// the same, and listed.
const tries = process.env.CI === 'true' ? ['--retry=1'] : [];
let isFine = true;

async function run(file, args, options = {}) {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) isFine = false;
  return code;
}

async function check(...args) {
  if ((await run(join(root, 'scripts', 'check.mjs'), args)) !== 0)
    process.stdout.write('\nThe checks failed; see above.\n');
}

/** Runs tests of a part, and counts them. */
async function test(part, args) {
  const reports = mkdtempSync(join(tmpdir(), 'earshot-report-'));
  const report = join(reports, 'report.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const missing = await tools;
  await run(
    vitest,
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...tries, ...args],
    {
      cwd: join(root, 'server'),
      env: { ...process.env, EARSHOT_TESTS: part, EARSHOT_MISSING_TOOLS: missing.join(',') },
    },
  );
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    counts.passed += numPassedTests;
    counts.failed += numFailedTests;
    counts.skipped += numPendingTests;
    for (const { name, assertionResults } of testResults)
      for (const { fullName, status, failureMessages } of assertionResults)
        if (status === 'passed' && failureMessages.length > 0)
          flaky.push(`${relative(root, name)}: ${fullName}: ${failureMessages[0].split('\n')[0]}`);
  } catch {
    isFine = false;
    incomplete.push(part);
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

const projects = (...names) => names.flatMap((name) => ['--project', name]);

const runPart = {
  /** The first tests need neither build nor servers. The build and the checks run beside them. */
  async everyday() {
    await Promise.all([ensureBuilt(), check(), test('everyday', projects('server', 'client', 'console'))]);
    await test('everyday', projects('scaled', 'e2e'));
  },
  async rest() {
    await toolPackages;
    await Promise.all([check('--rest'), test('rest', [])]);
  },
};

for (const part of parts) await (given.length > 0 ? test(part, given) : runPart[part]());

if (given.length === 0 && parts.at(-1) === 'everyday')
  process.stdout.write(
    `\nLeft out, for \`npm run test:all\`:\n${leftOut.map((line) => `- ${line}\n`).join('')}`,
  );
// The next run must not install them at the same time.
await toolPackages?.catch(() => undefined);
if (countsFile !== undefined) writeFileSync(countsFile, JSON.stringify({ counts, incomplete, flaky }));
const { passed, failed, skipped } = counts;
if (flaky.length > 0)
  process.stdout.write(
    `\nPassed only on the second try; find out why:\n${flaky.map((line) => `- ${line}\n`).join('')}`,
  );
for (const part of incomplete)
  process.stdout.write(`\nThe tests of the part "${part}" were ended before they had all run.\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exit(isFine ? 0 : 1);
