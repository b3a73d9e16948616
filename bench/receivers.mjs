// Ten receivers of webhooks in one process: `/0` never answers, `/1` answers 500, the others accept. Prints its address.
// `GET /counts` tells how many different events each path has, and when the last new one came; `DELETE /counts` forgets.

import { createServer } from 'node:http';

const events = new Map();

function note(path, id) {
  const seen = events.get(path) ?? { ids: new Set(), lastAt: 0 };
  events.set(path, seen);
  if (seen.ids.has(id)) return;
  seen.ids.add(id);
  seen.lastAt = Date.now();
}

const counts = () =>
  Object.fromEntries([...events].map(([path, { ids, lastAt }]) => [path, { count: ids.size, lastAt }]));

const server = createServer((request, response) => {
  const { method, url, headers } = request;
  request.resume().once('end', () => {
    if (url === '/counts') {
      response.end(JSON.stringify(counts()));
      if (method === 'DELETE') events.clear();
      return;
    }
    note(url, headers['webhook-id']);
    if (url === '/0') return;
    response.writeHead(url === '/1' ? 500 : 204).end();
  });
});

// Requests that are never answered would keep it alive.
process.once('SIGTERM', () => process.exit());
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
