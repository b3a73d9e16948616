import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanUpAfterEach, newDirectory } from '../processes.ts';

const root = join(import.meta.dirname, '../../../..');
const maxBytes = 200 * 1024 * 1024;

/** The sources of a fresh clone after `npm ci`, without build output. */
async function cloneInto(directory: string): Promise<void> {
  const isBuilt = (path: string) => /[/\\](?:dist|node_modules|test)$/.test(path);
  for (const part of ['package.json', 'scripts', 'server', 'client', 'console'])
    await cp(join(root, part), join(directory, part), { recursive: true, filter: (path) => !isBuilt(path) });
  for (const part of ['', 'server', 'client', 'console']) {
    const modules = join(part, 'node_modules');
    if (existsSync(join(root, modules))) await symlink(join(root, modules), join(directory, modules));
  }
}

/** A full build on a busy machine. */
const slow = 240_000;

describe('the first start of a fresh clone', () => {
  cleanUpAfterEach();

  it('builds and serves, and frees the memory of the build', { timeout: slow }, async () => {
    const clone = await newDirectory();
    await cloneInto(clone);
    const child = spawn(process.execPath, [join(clone, 'scripts', 'start.mjs')], {
      cwd: clone,
      env: { PATH: process.env.PATH ?? '', PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = once(child, 'exit');
    try {
      let printed = '';
      for await (const chunk of child.stdout) {
        printed += chunk;
        if (printed.includes('/v1/posts')) break;
      }
      const [, address = ''] = /listening on (http:\S+)/.exec(printed) ?? [];
      expect(await (await fetch(`${address}/`)).text()).toContain('<div id="root">');
      const metrics = await (await fetch(`${address}/metrics`)).text();
      const [, bytes] = /^process_resident_memory_bytes (\d+)$/m.exec(metrics) ?? [];
      expect(Number(bytes)).toBeLessThan(maxBytes);
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
  });
});
