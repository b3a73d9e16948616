// nginx in front of several nodes, with the configuration that the guide recommends; only addresses and paths
// differ.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTool } from '../../../../scripts/tools.mjs';
import { freePort } from '../../support/servers/ports.ts';
import { knock } from '../processes.ts';

const recommended = join(import.meta.dirname, '../../../../docs/nginx.conf');
const nginx = findTool('nginx');

/** Shown by the test command when nginx is missing; those tests are then skipped, with this reason. */
export const nginxIsMissing = nginx === undefined;

/** The nodes that a request went to, in order. */
export const servedBy = 'x-served-by';

export interface Balancer {
  address: string;
  close(): Promise<void>;
}

/** Before the nodes start, since they need the public URL. */
export async function startBalancer(nodePorts: readonly number[]): Promise<Balancer> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-nginx-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  const site = await readFile(recommended, 'utf8');
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = await freePort();
    await writeFile(join(directory, 'site.conf'), withAddresses(site, port, nodePorts));
    await writeFile(join(directory, 'nginx.conf'), surroundings(directory));
    const child = spawn(nginx ?? 'nginx', ['-p', directory, '-c', join(directory, 'nginx.conf')], {
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    while (!hasEnded()) {
      if ((await knock('127.0.0.1', port)) !== 'open') continue;
      return {
        address: `http://127.0.0.1:${port}`,
        async close() {
          child.kill('SIGKILL');
          await exited;
          await remove();
        },
      };
    }
  }
  const said = await readFile(join(directory, 'error.log'), 'utf8');
  await remove();
  throw new Error(`nginx did not start:\n${said}`);
}

function withAddresses(site: string, port: number, nodePorts: readonly number[]): string {
  let replaced = site.replace('listen 80;', `listen 127.0.0.1:${port};`);
  for (const [index, nodePort] of nodePorts.entries())
    replaced = replaced.replace(`10.0.0.1${index + 1}:3000`, `127.0.0.1:${nodePort}`);
  // A smaller cluster has fewer lines.
  replaced = replaced.replace(/^ *server 10\.0\.0\..*\n/gm, '');
  if (/10\.0\.0|listen 80/.test(replaced)) throw new Error('The recommended configuration has changed.');
  return replaced;
}

/** In the foreground as one process, so that killing it ends everything. */
const surroundings = (directory: string): string => `
daemon off;
master_process off;
pid ${directory}/pid;
error_log ${directory}/error.log info;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  add_header ${servedBy} $upstream_addr always;
  include ${directory}/site.conf;
}
`;
