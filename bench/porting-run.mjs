// An export of the data set and an import of it into an empty installation, by command: time and highest memory.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { earshot, residentMb, root, say, scratchDirectory } from './processes.mjs';
import { rounded } from './turns.mjs';

const lookEveryMs = 20;

export const exportSeconds = 'export, 100,000 posts';

export async function measurePorting({ data, opened }) {
  const archive = join(scratchDirectory(), 'export.zip');
  const empty = await opened.empty();
  try {
    say('Measuring an export.');
    const exported = await measured(data.engines, ['export', archive]);
    say(`Measuring an import of ${Math.round(statSync(archive).size / 1e6)} MB.`);
    earshot(empty.engines, ['migrate']);
    earshot(empty.engines, ['workspaces', 'create', 'default']);
    const imported = await measured(empty.engines, ['import', archive]);
    return {
      [exportSeconds]: { value: exported.seconds },
      'export, memory': { value: exported.peakMb },
      'import, 100,000 posts': { value: imported.seconds },
      'import, memory': { value: imported.peakMb },
    };
  } finally {
    rmSync(archive, { force: true });
    await empty.remove();
  }
}

async function measured(engines, args) {
  const child = spawn(process.execPath, [join(root, 'server/bin/earshot.mjs'), ...args], {
    env: { ...process.env, ...engines },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const startedAt = performance.now();
  let peakMb = 0;
  const looking = setInterval(() => {
    // Between its exit and the event, a process has no memory.
    peakMb = Math.max(peakMb, residentMb(child.pid) || 0);
  }, lookEveryMs);
  const [code] = await once(child, 'exit').finally(() => clearInterval(looking));
  if (code !== 0) throw new Error(`earshot ${args[0]} failed.`);
  return { seconds: rounded((performance.now() - startedAt) / 1000), peakMb };
}
