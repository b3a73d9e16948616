// Two nodes on one PostgreSQL database compared with one, all on this machine's cores.

import { connections } from './measuring.mjs';
import { say, server } from './processes.mjs';
import { scenarios } from './scenarios.mjs';
import { attempted, inTurns } from './turns.mjs';
import { load, together } from './wrk.mjs';

const measured = { 'two nodes, kept list': 'kept list', 'two nodes, never repeated': 'list, never repeated' };

export async function measureTwoNodes({ node, data, samples, lengths }) {
  const other = await server(data.engines);
  const figures = {};
  for (const [name, scenarioName] of Object.entries(measured)) {
    say(`Measuring ${name}.`);
    const scenario = scenarios.find((one) => one.name === scenarioName);
    const requests = (seconds) =>
      scenario.requests(samples, seconds).map((request) => ({ key: data.key, ...request }));
    const on = ({ url }) => load({ url, requests, connections });
    const both = together([on(node), on(other)]);
    figures[name] = await attempted(() => inTurns(both, { 'one node': on(node) }, lengths));
  }
  await other.stop();
  return figures;
}
