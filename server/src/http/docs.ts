// The document and a page to read it. Everything the page needs is served from here; the policy sent with it
// keeps it from asking anybody else.

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { noSuchEndpoint } from './failures.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  // The page's configuration is an inline script; its compiled templates need eval.
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

export function docs(app: FastifyInstance): void {
  let pages: Promise<FastifyInstance> | undefined;
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  );
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    pages ??= referencePages().catch((error: unknown) => {
      // The next visit may have more luck.
      pages = undefined;
      throw error;
    });
    const page = await (await pages).inject({ url: request.url });
    if (page.statusCode === 404) throw noSuchEndpoint();
    return reply
      .code(page.statusCode)
      .type(page.headers['content-type']?.toString() ?? 'text/plain')
      .headers({ 'content-security-policy': contentSecurityPolicy, 'cache-control': 'no-cache' })
      .send(page.rawPayload);
  };
  // The router takes `/docs/` for `/docs`, but what the page asks for lies beside the first only.
  app.get('/docs', async (request, reply) =>
    /^[^?]*\/(?:\?|$)/.test(request.url) ? serve(request, reply) : reply.redirect('/docs/'),
  );
  app.get('/docs/*', serve);
  app.addHook('onClose', async () => (await pages)?.close());
}

/** Made at the first visit: the page's script is 4 MB of text, which the API's start must not wait for. */
async function referencePages(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      title: 'Earshot API',
      url: '/openapi.json',
      favicon: icon,
      defaultOpenAllTags: true,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
    },
  });
  return pages;
}
