// The document and a page to read it: everything the page needs is served from here.

import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

export async function docs(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  );
  app.get('/', async (_request, reply) => reply.redirect('/docs'));
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      title: 'Earshot API',
      url: '/openapi.json',
      // Nothing is fetched from elsewhere.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
    },
  });
}
