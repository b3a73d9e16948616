// The set-up link: the first owner of a workspace.

import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { ConsoleApiOptions, ConsoleOperation } from './operation.ts';
import { deviceOf, welcome } from './sessions.ts';

const Owner = Type.Object({
  name: Type.String(),
  email: Type.String(),
  password: Type.String(),
});

export const tokenOf = ({ params }: FastifyRequest): string => (params as { token: string }).token;

export const setupOperations = (options: ConsoleApiOptions) =>
  ({
    look: {
      async handler(request) {
        const { name } = await options.console.setup.look(tokenOf(request));
        return { workspace: { name } };
      },
    },
    finish: {
      body: Owner,
      status: 201,
      async handler(request, reply) {
        const owner = request.body as Static<typeof Owner>;
        const { setup } = options.console;
        const made = await setup.finish(
          tokenOf(request),
          owner,
          deviceOf(options.cookies, request),
          request.id,
        );
        return welcome(options, reply, made);
      },
    },
  }) satisfies Record<string, ConsoleOperation>;
