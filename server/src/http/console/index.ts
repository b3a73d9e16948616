// The route table of the endpoints that the console uses in addition to the API, and the hooks they share. Not part of
// the public API: they change with the console.

import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure, forbidden } from '../../domain/kernel/failure.ts';
import { namedWorkspace, personOf } from '../access/admission.ts';
import { serializerCompiler } from '../input/validation.ts';
import { noSuchEndpoint } from '../kernel/failures.ts';
import { activityOperations as activity } from './activity.ts';
import { inboxOperations as inbox } from './inbox.ts';
import { insightOperations as insights } from './insights.ts';
import { inviteOperations as invites } from './invites.ts';
import { keyOperations as keys } from './keys.ts';
import { liveOperations as live } from './live.ts';
import { mailOperations as mail } from './mail.ts';
import { memberOperations as members } from './members.ts';
import { oidcOperations as oidc } from './oidc.ts';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';
import { personOperations as people } from './people.ts';
import { postOperations as posts } from './posts.ts';
import { requestOperations as requests } from './requests.ts';
import { sessionOperations as sessions } from './sessions.ts';
import { setupOperations as setup } from './setup.ts';
import { siteOperations as site } from './site.ts';
import { webhookOperations as webhooks } from './webhooks.ts';
import { workspaceOperations as workspace } from './workspace.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call an endpoint: signed-in people, any console page, or a browser that was redirected here. */
export type Door = 'signed-in' | 'page' | 'redirect';

export type ConsoleRow = [Method, string, Door, ConsoleOperation];

export const consoleTable: readonly ConsoleRow[] = [
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
  ['GET', '/inbox', 'signed-in', inbox.read],
  ['POST', '/inbox/done', 'signed-in', inbox.done],
  ['POST', '/inbox/all-done', 'signed-in', inbox.allDone],
  ['POST', '/inbox/later', 'signed-in', inbox.later],
  ['POST', '/inbox/restore', 'signed-in', inbox.restore],
  ['GET', '/inbox/mail', 'signed-in', inbox.mail],
  ['PATCH', '/inbox/mail', 'signed-in', inbox.updateMail],
  ['GET', '/workspace', 'signed-in', workspace.read],
  ['PATCH', '/workspace', 'signed-in', workspace.rename],
  ['POST', '/site/preview', 'signed-in', site.preview],
  ['GET', '/members', 'signed-in', members.list],
  ['PATCH', '/members/:id', 'signed-in', members.update],
  ['DELETE', '/members/:id', 'signed-in', members.remove],
  ['POST', '/invites', 'signed-in', invites.create],
  ['DELETE', '/invites/:id', 'signed-in', invites.remove],
  ['GET', '/invitations/:token', 'page', invites.look],
  ['POST', '/invitations/:token', 'page', invites.accept],
  ['GET', '/keys', 'signed-in', keys.list],
  ['POST', '/keys', 'signed-in', keys.create],
  ['POST', '/keys/:id/roll', 'signed-in', keys.roll],
  ['DELETE', '/keys/:id', 'signed-in', keys.revoke],
  ['GET', '/requests', 'signed-in', requests.list],
  ['GET', '/activity', 'signed-in', activity.list],
  ['GET', '/live', 'signed-in', live.follow],
  ['GET', '/posts/:id/history', 'signed-in', posts.history],
  ['GET', '/people/:id/standing', 'signed-in', people.standing],
  ['GET', '/insights', 'signed-in', insights.read],
  ['GET', '/mail', 'signed-in', mail.read],
  ['POST', '/mail/release', 'signed-in', mail.release],
  ['POST', '/mail/discard', 'signed-in', mail.discard],
  ['POST', '/mail/test', 'signed-in', mail.test],
  ['POST', '/mail/reply-to', 'signed-in', mail.askReplyTo],
  ['DELETE', '/mail/reply-to', 'signed-in', mail.clearReplyTo],
  ['POST', '/changelogs/:id/test', 'signed-in', mail.testOfChangelog],
  ['GET', '/webhooks', 'signed-in', webhooks.list],
  ['GET', '/webhooks/:id/periods', 'signed-in', webhooks.periods],
  ['GET', '/webhooks/:id/deliveries/:deliveryId/payload', 'signed-in', webhooks.payload],
  ['GET', '/oidc/start', 'redirect', oidc.start],
  ['GET', '/oidc/callback', 'redirect', oidc.callback],
];

export async function consoleApi(app: FastifyInstance, options: ConsoleApiOptions): Promise<void> {
  const { console, cookies } = options;
  await app.register(fastifyCookie);

  const letIn: Record<Door, (request: FastifyRequest) => Promise<void>> = {
    async 'signed-in'(request) {
      const isOurs = cookies.isFromConsole(request);
      const signedIn = isOurs
        ? await console.sessions.find(cookies.tokenOf(request), namedWorkspace(request))
        : undefined;
      if (signedIn === undefined) throw new Failure('UNAUTHORIZED', 'Sign in first.');
      request.signedIn = signedIn;
      request.caller = personOf(signedIn, request);
    },
    async page(request) {
      if (!cookies.isFromConsole(request))
        throw forbidden('Only pages of the console may use this endpoint.');
    },
    redirect: async () => undefined,
  };

  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (request.is404) throw noSuchEndpoint();
  });
  app.setNotFoundHandler(() => {
    throw noSuchEndpoint();
  });

  for (const [method, url, door, operation] of consoleTable) {
    app.route({
      method,
      url,
      serializerCompiler,
      onRequest: letIn[door],
      handler: (request, reply) => operation.run(options, request, reply),
    });
  }
}
