// A bare `node:http` server: reads a body and headers from standard input, prints its address, and sends the same
// bytes to every client.

import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const { body, headers } = await json(process.stdin);
const bytes = Buffer.from(body);
const { date, connection, 'keep-alive': keepAlive, 'transfer-encoding': chunked, ...sent } = headers;
sent['content-length'] = String(bytes.length);

const server = createServer((_request, response) => {
  response.writeHead(200, sent);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
