// A free port, for a server that cannot choose one or must restart on the same one. Reserved for this process until
// it ends, across all test workers on the machine.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ephemeral range, so the system gives it to no one else. */
const [lowest, highest] = [10_000, 32_000];

/** A file per claimed port, containing the process id. */
const claims = join(tmpdir(), 'earshot-test-ports');
const ours = new Set<string>();
process.on('exit', () => {
  for (const claim of ours) rmSync(claim, { force: true });
});

export async function freePort(): Promise<number> {
  mkdirSync(claims, { recursive: true });
  for (;;) {
    const port = randomInt(lowest, highest);
    if (claim(join(claims, String(port))) && (await isFree(port))) return port;
  }
}

/** Creating the file claims the port: only one process succeeds. */
function claim(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    ours.add(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Removes the claim of a dead process; the port is free for the next attempt.
    if (!isAlive(readPid(path))) rmSync(path, { force: true });
    return false;
  }
}

function readPid(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8')) || process.pid;
  } catch {
    return process.pid;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
