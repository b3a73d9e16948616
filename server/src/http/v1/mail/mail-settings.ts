// The operations on what a person wants to be told by mail.

import Type from 'typebox';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { MailSettingsIn, mailSettingsExample, presentMailSettings } from '../../../shapes/mail/settings.ts';
import { success } from '../../openapi/responses.ts';
import { envelope } from '../../output/envelope.ts';
import { declaredIn, type Operation, operation, write } from '../kernel/operation.ts';

const tags = ['Users'];
const params = idParameter('user', 'user');

const getMailSettings = operation({
  operationId: 'getMailSettings',
  summary: 'Get the mail settings of a user',
  description: 'What the person wants to be told by mail about the posts that they follow.',
  tags,
  params,
  responses: {
    200: success('The settings.', Type.Ref('MailSettings'), mailSettingsExample, 'read'),
  },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  async handler(request) {
    const settings = await request.wiring.mailSettings.get(request.caller, request.params.id);
    return envelope(request, presentMailSettings(settings));
  },
});

const updateMailSettings = write({
  operationId: 'updateMailSettings',
  summary: 'Update the mail settings of a user',
  description: 'Changes only the fields you send. They are erased with the person.',
  tags,
  params,
  body: MailSettingsIn,
  responses: {
    200: success('The updated settings.', Type.Ref('MailSettings'), {
      ...mailSettingsExample,
      statusChanges: false,
      language: 'de',
    }),
  },
  errors: ['NOT_FOUND'],
  conditional: false,
  run: ({ wiring, params, body }, caller) =>
    wiring.mailSettings.update(caller, params.id, declaredIn(MailSettingsIn, body)),
  answer: (settings) => ({ data: presentMailSettings(settings) }),
});

export const mailSettingsOperations = {
  read: getMailSettings,
  update: updateMailSettings,
} satisfies Record<string, Operation>;
