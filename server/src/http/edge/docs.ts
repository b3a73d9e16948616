// Serves the OpenAPI document and the API reference. Pages are written on the first visit and kept. They run in a
// sandbox with an origin of their own, so that they can't use the reader's console session, and contact no other host.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noSuchEndpoint } from '../kernel/failures.ts';
import type { DocumentPart } from '../openapi/document.ts';
import { type ReferencePages, referencePages } from '../openapi/reference/pages.ts';
import { style } from '../openapi/reference/style.ts';
import { pageOf, type SendPage } from './static-pages.ts';

const contentSecurityPolicy = [
  // Without allow-same-origin, the page has no cookies and no storage and cannot call the console's endpoints.
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const headersOf = (type: string): Record<string, string> => ({
  'content-type': `${type}; charset=utf-8`,
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
});
const sendable = (text: string, type: string): SendPage => pageOf(Buffer.from(text), headersOf(type));

/** What is longer is no search. */
const maxQueryLength = 200;

/** `admit` runs before every response, to limit the rate of visitors. */
export function docs(
  app: FastifyInstance,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
  publicUrl: () => string,
): void {
  let document: SendPage | undefined;
  app.get('/openapi.json', async (request, reply) => {
    await admit(request, reply);
    document ??= pageOf(Buffer.from(JSON.stringify(app.swagger())), {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      // Public, and tools in a browser fetch it from other origins.
      'access-control-allow-origin': '*',
    });
    return document(request, reply);
  });

  let pages: ReferencePages | undefined;
  const kept = new Map<string, SendPage>();
  /** Undefined if there is no such page. */
  const fileAt = (name: string): SendPage | undefined => {
    pages ??= referencePages(app.swagger() as unknown as DocumentPart, publicUrl());
    if (name === 'style.css') return sendable(style, 'text/css');
    if (name === 'search.js') return sendable(pages.script(), 'text/javascript');
    const page = pages.page(name);
    return page === undefined ? undefined : sendable(page, 'text/html');
  };
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    await admit(request, reply);
    const query = (request.query as { q?: unknown }).q;
    const file = kept.get(name) ?? fileAt(name);
    if (file === undefined) throw noSuchEndpoint();
    kept.set(name, file);
    if (name !== '' || typeof query !== 'string' || query.trim() === '') return file(request, reply);
    const found = pages?.found(query.trim().slice(0, maxQueryLength)) ?? '';
    return sendable(found, 'text/html')(request, reply);
  };
  // The router treats `/docs` and `/docs/` alike, but the relative URLs of the pages work only from inside `/docs/`.
  app.get('/docs', async (request, reply) =>
    /^[^?]*\/(?:\?|$)/.test(request.url) ? send('', request, reply) : reply.redirect('/docs/'),
  );
  app.get<{ Params: { page: string } }>('/docs/:page', async (request, reply) => {
    const { page } = request.params;
    return /^[^?]*\/(?:\?|$)/.test(request.url)
      ? reply.redirect(`/docs/${encodeURIComponent(page)}`)
      : send(page, request, reply);
  });
  app.get('/docs/*', async () => {
    throw noSuchEndpoint();
  });
}
