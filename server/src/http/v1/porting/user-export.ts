// The operation that exports the data of one user.

import Type from 'typebox';
import type { CommentPresenter } from '../../../shapes/feedback/comment.ts';
import type { PostPresenter } from '../../../shapes/feedback/post.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { userExportExample, userExportJson } from '../../../shapes/porting/user-export.ts';
import { success } from '../../openapi/responses.ts';
import { sendStreamed } from '../../output/envelope.ts';
import { operation } from '../kernel/operation.ts';

export const exportOfUser = (present: PostPresenter, presentComment: CommentPresenter) =>
  operation({
    operationId: 'exportUser',
    summary: 'Export the data of a user',
    description:
      'The user with all that they wrote (private comments included), voted for, follow and sent on the public site, ' +
      'in one document of any size.',
    tags: ['Users'],
    params: idParameter('user', 'user'),
    responses: { 200: success('The exported data.', Type.Ref('UserExport'), userExportExample, 'untagged') },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    // Signing in changes it, and not the workspace's revision.
    untagged: true,
    async handler(request, reply) {
      const held = await request.wiring.exportUser(request.caller, request.params.id);
      return sendStreamed(request, reply, userExportJson(held, present, presentComment));
    },
  });
