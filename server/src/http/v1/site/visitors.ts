// The operations by which a host application lets visitors in to the public site, and out of it.

import Type from 'typebox';
import { idParameter } from '../../../shapes/kernel/common.ts';
import {
  EndedSessionsShape,
  endedSessionsExample,
  IdentitySecretIn,
  IdentitySecretShape,
  identitySecretExample,
  presentIdentitySecret,
  presentVisitorToken,
  readVisitor,
  VisitorTokenIn,
  VisitorTokenShape,
  visitorTokenExample,
} from '../../../shapes/site/visitor.ts';
import { success } from '../../openapi/responses.ts';
import { declaredIn, type Operation, write } from '../kernel/operation.ts';

const tags = ['Public site'];

export const visitorOperations = {
  createToken: write({
    operationId: 'createVisitorToken',
    summary: 'Sign a visitor in',
    description:
      'A link for someone who is signed in to your own application: send their browser there, and they are signed ' +
      'in to the public site for 30 days. It works once, for a minute. Under a test key, they rehearse for an hour, ' +
      'and nothing is stored. A replay with the same `Idempotency-Key` leaves the link out.',
    tags,
    body: VisitorTokenIn,
    shapes: [VisitorTokenShape],
    shownOnce: ['url'],
    responses: { 201: success('The link.', Type.Ref('VisitorToken'), visitorTokenExample) },
    errors: ['FORBIDDEN'],
    run: ({ wiring, body }, caller) =>
      wiring.visitorTokens.create(caller, readVisitor(declaredIn(VisitorTokenIn, body))),
    answer: (link) => ({ status: 201, data: presentVisitorToken(link) }),
  }),

  createSecret: write({
    operationId: 'createIdentitySecret',
    summary: 'Make the next identity secret',
    description:
      'Your application signs tokens with it that sign visitors in. The answer shows it once; a replay with the ' +
      'same `Idempotency-Key` leaves it out. The one before works for 24 hours more. In the console, only owners ' +
      'and admins can do this.',
    tags,
    body: IdentitySecretIn,
    shapes: [IdentitySecretShape],
    shownOnce: ['secret'],
    responses: { 201: success('The new secret.', Type.Ref('IdentitySecret'), identitySecretExample) },
    errors: ['FORBIDDEN'],
    run: ({ wiring, body }, caller) => wiring.identitySecrets.create(caller, body.mode),
    answer: (secret) => ({ status: 201, data: presentIdentitySecret(secret) }),
  }),

  endSessions: write({
    operationId: 'endUserSessions',
    summary: "End a visitor's sessions",
    description:
      'Signs the person out of the public site in every browser, from their next request on. Links that they have ' +
      'not opened no longer work.',
    tags,
    params: idParameter('user', 'user'),
    shapes: [EndedSessionsShape],
    responses: { 200: success('Ended.', Type.Ref('EndedSessions'), endedSessionsExample) },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    conditional: false,
    run: ({ wiring, params }, caller) => wiring.visitorTokens.endSessions(caller, params.id),
    answer: (ended, { params }) => ({ data: { userId: params.id, ended } }),
  }),
} satisfies Record<string, Operation>;
