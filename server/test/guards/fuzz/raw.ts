// Raw bytes: odd HTTP, incomplete HTTP, or not HTTP at all.

import type { FuzzRequest, FuzzSurroundings } from './frame.ts';
import { anyText } from './values.ts';

export function rawBytes({ random, secrets }: FuzzSurroundings): FuzzRequest {
  const key = `Authorization: Bearer ${random.pick(secrets)}\r\n`;
  const raws = [
    () => 'GET / HTTP/1.1\r\n\r\n',
    () => `GET /v1/me HTTP/1.0\r\n${key}\r\n`,
    () => `GET /v1/me HTTP/3.7\r\n${key}\r\n`,
    () => `get /v1/me HTTP/1.1\r\nHost: x\r\n${key}\r\n`,
    () => `GET  /v1/me  HTTP/1.1\r\nHost: x\r\n${key}\r\n`,
    () => `GET /v1/me HTTP/1.1\r\nHost: x\r\nHost: y\r\n${key}\r\n`,
    () => `GET /v1/me HTTP/1.1\r\nHost: x\r\n folded\r\n${key}\r\n`,
    () => `GET http://elsewhere/v1/me HTTP/1.1\r\nHost: x\r\n${key}\r\n`,
    () => `OPTIONS * HTTP/1.1\r\nHost: x\r\n${key}\r\n`,
    () => 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    () =>
      `POST /v1/posts HTTP/1.1\r\nHost: x\r\n${key}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    () => `POST /v1/posts HTTP/1.1\r\nHost: x\r\n${key}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
    () =>
      `POST /v1/posts HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    () =>
      `POST /v1/posts HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: -1\r\n\r\n{}`,
    () =>
      `POST /v1/posts HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{}`,
    () => `GET /v1/me HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    () => `GET /v1/me HTTP/1.1\r\n${'a: b\r\n'.repeat(3000)}\r\n`,
    () => `GET /v1/me HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${key}\r\n`,
    () => 'GET /v1/me HTTP/1.1\r\nHost: x\0y\r\n\r\n',
    () => anyText(random),
    () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    () => '\r\n\r\n\r\n',
  ];
  const raw = Buffer.from(random.pick(raws)(), 'latin1');
  return { method: '', target: '', headers: [], body: Buffer.alloc(0), raw };
}
