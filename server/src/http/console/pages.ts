// The built pages of the console, as files. Knows their names before anybody asks, so that no address can lead
// outside; whatever else a person opens is the first page, which finds its own way.

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noSuchEndpoint } from '../failures.ts';

export interface ConsolePages {
  /** Whether an address that is nothing else is one of the pages. */
  has(request: FastifyRequest): boolean;
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** No script but ours. The components write styles into the page; pictures of posts may lie anywhere with TLS. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

const unbuilt = `<!doctype html>
<html lang="en">
<title>Earshot</title>
<p>Earshot is running. Its console has not been built: run <code>npm run build</code>, then start it again.</p>
<p>The API is at <code>/v1</code>, its reference at <a href="/docs/">/docs</a>.</p>
</html>
`;

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
];

export function consolePages(directory: string): ConsolePages {
  let known: Map<string, PageFile> | undefined;
  /** Looked up at the first visit: the API's start must not wait for it. */
  const files = () => {
    known ??= filesOf(directory);
    return known;
  };
  const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

  const fileOf = (request: FastifyRequest): PageFile | undefined => {
    if (!isRead(request)) return undefined;
    const [path = ''] = request.url.split('?', 1);
    const index = files().get('/index.html');
    const file = path === '/' ? index : files().get(path);
    // A file that is not there is none; any other address is a place within the console.
    const isPlace = extname(path) === '' && !/^\/(?:v1|console|files|docs)(?:\/|$)/.test(path);
    return file ?? (isPlace && accepts(request, 'text/html') ? index : undefined);
  };

  return {
    has: (request) => fileOf(request) !== undefined,
    send(request, reply) {
      const file = fileOf(request);
      if (file === undefined) {
        if (isRead(request) && request.url.split('?', 1)[0] === '/') return sendUnbuilt(reply);
        throw noSuchEndpoint();
      }
      return sendPage(request, reply, file);
    },
  };
}

interface PageFile {
  path: string;
  type: string;
  etag: string;
  isImmutable: boolean;
  encodings: typeof encodings;
}

/** Names by their address; the compressed forms belong to the file that they are a form of. */
function filesOf(directory: string): Map<string, PageFile> {
  if (!existsSync(join(directory, 'index.html'))) return new Map();
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    // The stamp of the build is no page.
    .filter((name) => !name.startsWith('.') && statSync(join(directory, name)).isFile());
  const all = new Set(names);
  return new Map(
    names
      .filter((name) => !encodings.some(({ suffix }) => name.endsWith(suffix)))
      .map((name) => {
        const path = join(directory, name);
        const file: PageFile = {
          path,
          type: types[extname(name)] ?? 'application/octet-stream',
          etag: `"${createHash('sha256').update(readFileSync(path)).digest('base64url')}"`,
          isImmutable: name.startsWith('assets/'),
          encodings: encodings.filter(({ suffix }) => all.has(name + suffix)),
        };
        return [`/${name}`, file];
      }),
  );
}

function sendPage(request: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  const encoding = file.encodings.find(({ name }) => acceptsEncoding(request, name));
  reply.headers({
    ...securityHeaders,
    'content-type': file.type,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    // One for each form: they are other bytes.
    etag: encoding === undefined ? file.etag : file.etag.replace(/"$/, `-${encoding.name}"`),
    vary: 'accept-encoding',
  });
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(String(reply.getHeader('etag')))) return reply.code(304).send();
  if (encoding !== undefined) reply.header('content-encoding', encoding.name);
  const path = file.path + (encoding?.suffix ?? '');
  reply.code(200).header('content-length', statSync(path).size);
  return reply.send(request.method === 'HEAD' ? '' : createReadStream(path));
}

const sendUnbuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .code(200)
    .headers({ ...securityHeaders, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(unbuilt);

const accepts = ({ headers }: FastifyRequest, type: string): boolean =>
  (headers.accept ?? '').split(',').some((part) => part.split(';', 1)[0]?.trim() === type);

function acceptsEncoding({ headers }: FastifyRequest, name: string): boolean {
  const parts = (headers['accept-encoding']?.toString() ?? '').split(',');
  return parts.some((part) => {
    const [encoding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return encoding === name && !parameters.some((parameter) => /^q=0(?:\.0+)?$/.test(parameter));
  });
}
