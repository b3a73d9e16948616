// Three nodes of the built program on the same engines, behind the balancer: killed, stopped and started again.

import { join } from 'node:path';
import { freePort } from '../../support/ports.ts';
import { chosenKeys, newDirectory, type Serving, serve } from '../processes.ts';
import { type Balancer, startBalancer } from './balancer.ts';

export interface Node {
  /** As the balancer names it. */
  name: string;
  serving: Serving;
  /** Anew at the same address. */
  restart(): Promise<void>;
}

export interface Nodes {
  balancer: Balancer;
  nodes: [Node, Node, Node];
}

export async function startNodes(environment: Record<string, string>): Promise<Nodes> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const balancer = await startBalancer(ports);
  const shared = { ...environment, ...chosenKeys, PUBLIC_URL: balancer.address, TRUST_PROXY: '127.0.0.1' };
  const [first, second, third] = await Promise.all(ports.map((port) => startNode(port, shared)));
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('A node is missing.');
  return { balancer, nodes: [first, second, third] };
}

async function startNode(port: number, environment: Record<string, string>): Promise<Node> {
  const dataDir = join(await newDirectory(), 'data');
  const start = () => serve(dataDir, { ...environment, PORT: String(port) });
  const node: Node = {
    name: `127.0.0.1:${port}`,
    serving: await start(),
    async restart() {
      node.serving = await start();
    },
  };
  return node;
}
