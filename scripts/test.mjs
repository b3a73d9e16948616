// `npm test`: the checks, then every test, then one closing line with the counts. Arguments go to vitest.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, root } from './build.mjs';
import { ensureTools } from './tools.mjs';

const missing = ensureTools();
await ensureBuilt();

const run = (command, args, options = {}) =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }).status ?? 1;

const checked = run(process.execPath, [join(root, 'scripts', 'check.mjs')]);

const reports = mkdtempSync(join(tmpdir(), 'earshot-report-'));
const report = join(reports, 'report.json');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const tested = run(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
  cwd: join(root, 'server'),
  env: { ...process.env, EARSHOT_MISSING_TOOLS: missing.join(',') },
});

let counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
try {
  counts = JSON.parse(readFileSync(report, 'utf8'));
} finally {
  rmSync(reports, { recursive: true, force: true });
}
const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = counts;
if (checked !== 0) process.stdout.write('\nThe checks failed; see above.\n');
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exit(checked !== 0 ? checked : tested);
