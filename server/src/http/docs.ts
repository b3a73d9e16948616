// Serves the OpenAPI document and the API reference page. The page is sandboxed and has its own origin, so its scripts
// cannot use the reader's console session. The policy blocks requests to other hosts; all assets are served from here.

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { noSuchEndpoint } from './failures.ts';
import { pageOf, type SendPage } from './public-pages.ts';

const contentSecurityPolicy = [
  // Without allow-same-origin, the page has no cookies and no storage and cannot call the console's endpoints.
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads',
  "default-src 'none'",
  // The page is configured by an inline script, and its compiled templates need eval.
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#2563eb"/>' +
      '<path d="M5 8a3 3 0 0 1 6 0c0 2-2 2-2 4" fill="none" stroke="#fff" stroke-width="1.6"/></svg>',
  );

const documentPath = '/openapi.json';
const scriptPath = '/docs/js/scalar.js';

/** The script needs storage to start, and a sandbox has none, so this defines an in-memory replacement. */
const storage = `for (const name of ['localStorage', 'sessionStorage']) {
  const items = new Map();
  Object.defineProperty(window, name, {
    value: {
      get length() { return items.size; },
      key: (index) => [...items.keys()][index] ?? null,
      getItem: (key) => items.get(String(key)) ?? null,
      setItem: (key, value) => void items.set(String(key), String(value)),
      removeItem: (key) => void items.delete(String(key)),
      clear: () => items.clear(),
    },
  });
}
`;

/** `admit` runs before every response, to limit the rate of visitors. */
export function docs(
  app: FastifyInstance,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  let document: SendPage | undefined;
  app.get(documentPath, async (request, reply) => {
    await admit(request, reply);
    document ??= pageOf(Buffer.from(JSON.stringify(app.swagger())), {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      // Public, and the sandboxed page fetches it from another origin.
      'access-control-allow-origin': '*',
    });
    return document(request, reply);
  });

  let pages: Promise<Record<'page' | 'script', SendPage>> | undefined;
  const serve = (name: 'page' | 'script') => async (request: FastifyRequest, reply: FastifyReply) => {
    await admit(request, reply);
    pages ??= referencePages().catch((error: unknown) => {
      // Retry on the next visit.
      pages = undefined;
      throw error;
    });
    return (await pages)[name](request, reply);
  };
  // The router treats `/docs` and `/docs/` alike, but the relative URLs of the page work only under `/docs/`.
  const servePage = serve('page');
  app.get('/docs', async (request, reply) =>
    /^[^?]*\/(?:\?|$)/.test(request.url) ? servePage(request, reply) : reply.redirect('/docs/'),
  );
  app.get(scriptPath, serve('script'));
  app.get('/docs/*', async () => {
    throw noSuchEndpoint();
  });
}

/** Built on the first visit: the script of the page is 4 MB and must not delay startup. */
async function referencePages(): Promise<Record<'page' | 'script', SendPage>> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const source = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await source.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      title: 'Earshot API',
      url: documentPath,
      favicon: icon,
      defaultOpenAllTags: true,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // The API allows no cross-origin requests, and keys belong on a backend.
      hideTestRequestButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
    },
  });
  const pageFrom = async (url: string, before = ''): Promise<SendPage> => {
    const { rawPayload, headers } = await source.inject({ url });
    return pageOf(Buffer.concat([Buffer.from(before), rawPayload]), {
      'content-type': headers['content-type']?.toString() ?? 'text/plain',
      'content-security-policy': contentSecurityPolicy,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
  };
  const [page, script] = [await pageFrom('/docs/'), await pageFrom(scriptPath, storage)];
  await source.close();
  return { page, script };
}
