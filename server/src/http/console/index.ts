// What the console's pages ask for beside the API: a table of contents, and what all of it shares. Not part of the
// public API: it changes with the pages.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignedIn } from '../../app/team/sessions.ts';
import { badField, Failure, forbidden } from '../../domain/failure.ts';
import { namedWorkspace, personOf } from '../admission.ts';
import { noSuchEndpoint } from '../failures.ts';
import { serializerCompiler, validatorCompiler } from '../validation.ts';
import { insightOperations } from './insights.ts';
import { inviteOperations } from './invites.ts';
import { keyOperations } from './keys.ts';
import { memberOperations } from './members.ts';
import { oidcOperations } from './oidc.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';
import { postOperations } from './posts.ts';
import { requestOperations } from './requests.ts';
import { sessionOperations } from './sessions.ts';
import { setupOperations } from './setup.ts';
import { workspaceOperations } from './workspace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session a request to the console's own endpoints came with. */
    signedIn: SignedIn;
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may ask: whoever is signed in, any page of ours, or a browser that is sent here from elsewhere. */
type Door = 'signed-in' | 'page' | 'redirect';

type Row = [Method, string, Door, ConsoleOperation];

const tableOf = (options: ConsoleApiOptions): Row[] => {
  const sessions = sessionOperations(options);
  const setup = setupOperations(options);
  const invites = inviteOperations(options);
  const members = memberOperations(options);
  const keys = keyOperations(options);
  const workspace = workspaceOperations(options);
  const oidc = oidcOperations(options);
  return [
    ['GET', '/sign-in-methods', 'page', sessions.methods],
    ['GET', '/setup/:token', 'page', setup.look],
    ['POST', '/setup/:token', 'page', setup.finish],
    ['POST', '/session', 'page', sessions.signIn],
    ['GET', '/session', 'signed-in', sessions.read],
    ['DELETE', '/session', 'signed-in', sessions.signOut],
    ['PATCH', '/account', 'signed-in', sessions.updateAccount],
    ['GET', '/sessions', 'signed-in', sessions.list],
    ['DELETE', '/sessions', 'signed-in', sessions.endOthers],
    ['DELETE', '/sessions/:id', 'signed-in', sessions.end],
    ['GET', '/workspace', 'signed-in', workspace.read],
    ['PATCH', '/workspace', 'signed-in', workspace.rename],
    ['GET', '/members', 'signed-in', members.list],
    ['PATCH', '/members/:id', 'signed-in', members.update],
    ['DELETE', '/members/:id', 'signed-in', members.remove],
    ['POST', '/invites', 'signed-in', invites.create],
    ['DELETE', '/invites/:id', 'signed-in', invites.remove],
    ['GET', '/invites/:token', 'page', invites.look],
    ['POST', '/invites/:token', 'page', invites.accept],
    ['GET', '/keys', 'signed-in', keys.list],
    ['POST', '/keys', 'signed-in', keys.create],
    ['POST', '/keys/:id/roll', 'signed-in', keys.roll],
    ['DELETE', '/keys/:id', 'signed-in', keys.revoke],
    ['GET', '/posts/count', 'signed-in', postOperations(options).count],
    ['GET', '/requests', 'signed-in', requestOperations(options).list],
    ['GET', '/insights', 'signed-in', insightOperations(options).read],
    ['GET', '/oidc/start', 'redirect', oidc.start],
    ['GET', '/oidc/callback', 'redirect', oidc.callback],
  ];
};

export async function consoleApi(app: FastifyInstance, options: ConsoleApiOptions): Promise<void> {
  const { console, cookies } = options;

  const letIn: Record<Door, (request: FastifyRequest) => Promise<void>> = {
    async 'signed-in'(request) {
      const isOurs = cookies.isFromConsole(request);
      const signedIn = isOurs
        ? await console.sessions.find(cookies.tokenOf(request), namedWorkspace(request))
        : undefined;
      if (signedIn === undefined) throw notSignedIn();
      request.signedIn = signedIn;
      request.caller = personOf(signedIn, request);
    },
    async page(request) {
      if (!cookies.isFromConsole(request)) throw forbidden('This is for the pages of the console alone.');
    },
    redirect: async () => undefined,
  };

  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (request.is404) throw noSuchEndpoint();
    checkPathId(request);
  });
  app.setNotFoundHandler(() => {
    throw noSuchEndpoint();
  });

  for (const [method, url, door, { body, status, handler }] of tableOf(options)) {
    app.route({
      method,
      url,
      schema: body === undefined ? {} : { body },
      validatorCompiler,
      serializerCompiler,
      onRequest: letIn[door],
      handler: async (request, reply) => {
        if (status !== undefined) reply.code(status);
        const answer = await handler(request, reply);
        return door === 'redirect' ? answer : { data: answer };
      },
    });
  }
}

const notSignedIn = (): Failure => new Failure('UNAUTHORIZED', 'Sign in first.');

const idShape = /^[A-Za-z0-9_-]{1,64}$/;

function checkPathId({ params }: FastifyRequest): void {
  const { id } = params as { id?: string };
  if (id !== undefined && !idShape.test(id))
    throw badField('id', 'must be 1 to 64 letters, digits, hyphens and underscores.');
}
