// The setup link, which creates the first owner of a workspace.

import Type from 'typebox';
import { named } from '../../shapes/kernel/common.ts';
import { operation, tokenParams } from './operation.ts';
import { deviceOf, SessionShape, welcome } from './sessions.ts';

export const setupOperations = {
  look: operation({
    operationId: 'getSetup',
    summary: 'Get the workspace of a setup link',
    params: tokenParams,
    answer: Type.Object({ workspace: Type.Object({ name: Type.String() }) }),
    async handler({ console, params }) {
      const { name } = await console.setup.look(params.token);
      return { workspace: { name } };
    },
  }),
  finish: operation({
    operationId: 'finishSetup',
    summary: 'Create the owner account and sign in',
    params: tokenParams,
    body: named('OwnerIn', { name: Type.String(), email: Type.String(), password: Type.String() }),
    answer: SessionShape,
    status: 201,
    async handler(call) {
      const { console, params, body, request } = call;
      return welcome(call, await console.setup.finish(params.token, body, deviceOf(call), request.id));
    },
  }),
};
