// Nodes of the built program on shared engines, behind the load balancer, that can be killed, stopped and
// restarted.

import { join } from 'node:path';
import { freePort } from '../../support/servers/ports.ts';
import { chosenKeys, newDirectory, type Serving, serve } from '../processes.ts';
import { type Balancer, startBalancer } from './balancer.ts';

export interface Node {
  /** Its name in the load balancer. */
  name: string;
  serving: Serving;
  /** Restarts at the same address. */
  restart(): Promise<void>;
}

export interface Nodes<Count extends 2 | 3 = 3> {
  balancer: Balancer;
  nodes: Count extends 2 ? [Node, Node] : [Node, Node, Node];
}

export async function startNodes<Count extends 2 | 3>(
  environment: Record<string, string>,
  count: Count,
): Promise<Nodes<Count>> {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const balancer = await startBalancer(ports);
  const shared = { ...environment, ...chosenKeys, PUBLIC_URL: balancer.address, TRUST_PROXY: '127.0.0.1' };
  const nodes = await Promise.all(ports.map((port) => startNode(port, shared)));
  return { balancer, nodes: nodes as Nodes<Count>['nodes'] };
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
