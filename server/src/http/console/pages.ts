// Serves the built files of the console. It serves only names found when it listed the directory, so no URL can reach
// files outside it. Any other page URL gets index.html, and the console's router takes over.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, type SendPage, staticPage } from '../edge/static-pages.ts';
import { type Encoding, encodings } from '../kernel/encodings.ts';
import { noSuchEndpoint } from '../kernel/failures.ts';
import { isRead } from '../kernel/reading.ts';

export interface ConsolePages {
  /** Whether a request without a route is for a console page. */
  has(request: FastifyRequest): boolean;
  send: SendPage;
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

/**
 * Only our own scripts, and no images from other hosts: loading one would tell that host who reads what and when.
 * Inline styles are allowed because the components use them. Files are served from the public URL, which may differ
 * from the URL the console was opened at.
 */
const pagePolicy = (filesOrigin: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${filesOrigin}`,
    "font-src 'self' data:",
    `media-src 'self' blob: ${filesOrigin}`,
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** For the frame that shows an external image on request. The sandbox has no origin, so no session, and only images. */
const foreignImagePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const foreignImagePage = 'foreign-image.html';

const securityHeaders = (publicUrl: string) => ({
  'content-security-policy': pagePolicy(new URL(publicUrl).origin),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
});

const headersOf = (name: string, publicUrl: string) => ({
  ...securityHeaders(publicUrl),
  ...(name === foreignImagePage && {
    'content-security-policy': foreignImagePolicy,
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
  }),
});

const unbuilt = `<!doctype html>
<html lang="en">
<title>Earshot</title>
<p>Earshot is running. Its console has not been built: run <code>npm run build</code>, then start it again.</p>
<p>The API is at <code>/v1</code>, its reference at <a href="/docs/">/docs</a>.</p>
</html>
`;

const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

export function consolePages(directory: string, publicUrl: () => string): ConsolePages {
  let known: Map<string, SendPage> | undefined;
  /** Listed on the first request, so that it does not delay startup. */
  const files = () => {
    known ??= filesOf(directory, publicUrl());
    return known;
  };

  const fileOf = (request: FastifyRequest): SendPage | undefined => {
    if (!isRead(request)) return undefined;
    const [path = ''] = request.url.split('?', 1);
    const index = files().get('/index.html');
    const file = path === '/' ? index : files().get(path);
    // A missing file is a 404; any other URL is a route of the console.
    const isPlace = extname(path) === '' && !/^\/(?:v1|console|files|docs)(?:\/|$)/.test(path);
    return file ?? (isPlace && accepts(request, 'text/html') ? index : undefined);
  };

  return {
    has: (request) => fileOf(request) !== undefined,
    async send(request, reply) {
      const file = fileOf(request);
      if (file === undefined) {
        if (isRead(request) && request.url.split('?', 1)[0] === '/') return sendUnbuilt(reply, publicUrl());
        throw noSuchEndpoint();
      }
      return file(request, reply);
    },
  };
}

/** The files by URL path. Precompressed variants belong to their original file. */
function filesOf(directory: string, publicUrl: string): Map<string, SendPage> {
  if (!existsSync(join(directory, 'index.html'))) return new Map();
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    // Skips the build stamp.
    .filter((name) => !name.startsWith('.') && statSync(join(directory, name)).isFile());
  const all = new Set(names);
  const isForm = (name: string) => Object.values(suffixes).some((suffix) => name.endsWith(suffix));
  return new Map(
    names
      .filter((name) => !isForm(name))
      .map((name) => {
        const path = join(directory, name);
        const page = staticPage({
          etag: etagOf(readFileSync(path)),
          headers: {
            ...headersOf(name, publicUrl),
            'content-type': types[extname(name)] ?? 'application/octet-stream',
            'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
          },
          encodings: encodings.filter((encoding) => all.has(name + suffixes[encoding])),
          load: (form) => readFile(form === 'identity' ? path : path + suffixes[form]),
        });
        return [`/${name}`, page];
      }),
  );
}

const sendUnbuilt = (reply: FastifyReply, publicUrl: string): FastifyReply =>
  reply
    .code(200)
    .headers({ ...securityHeaders(publicUrl), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(unbuilt);

const accepts = ({ headers }: FastifyRequest, type: string): boolean =>
  (headers.accept ?? '').split(',').some((part) => part.split(';', 1)[0]?.trim() === type);
