// The operations on addresses that get no mail. Mails and their recipients change them without a write of the API, so
// they have no ETag.

import Type from 'typebox';
import { suppressionReasons } from '../../../domain/mail/suppression.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { presentSuppression, SuppressionIn, suppressionExample } from '../../../shapes/mail/suppression.ts';
import { among, lookups } from '../../input/filters.ts';
import { success } from '../../openapi/responses.ts';
import { envelope } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Mail'];

const listSuppressions = list({
  operationId: 'listSuppressions',
  summary: 'List suppressions',
  description: 'The addresses that get no mail, newest first. Those of deleted people are not shown.',
  tags,
  plural: 'suppressions',
  shape: 'Suppression',
  example: suppressionExample,
  filters: { reason: among('reasons', suppressionReasons), email: lookups('emails') },
  filterExamples: ['reason:bounce'],
  sorts: { newest: ['number', 'string'] },
  untagged: true,
  read: ({ wiring, caller }, { filters, page }) => wiring.suppressions.page(caller, { ...filters, page }),
  present: presentSuppression,
});

const getSuppression = operation({
  operationId: 'getSuppression',
  summary: 'Get a suppression',
  description: 'What is not sent to the address, and why.',
  tags,
  params: idParameter('suppression', 'supp'),
  responses: {
    200: success('The suppression.', Type.Ref('Suppression'), suppressionExample, 'untagged'),
  },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  untagged: true,
  async handler(request) {
    const suppression = await request.wiring.suppressions.get(request.caller, request.params.id);
    return envelope(request, presentSuppression(suppression));
  },
});

const reported = { ...suppressionExample, reason: 'complaint' };

const createSuppression = write({
  operationId: 'createSuppression',
  summary: 'Suppress an address',
  description:
    'For bounces and complaints that other systems report. The address gets no more mail. A complaint replaces a ' +
    'bounce, and not the other way round.',
  tags,
  body: SuppressionIn,
  responses: {
    200: success('The address got no mail already.', Type.Ref('Suppression'), reported),
    201: success('The address gets no more mail.', Type.Ref('Suppression'), reported),
  },
  errors: [],
  run: ({ wiring, body }, caller) => wiring.suppressions.add(caller, body),
  answer: ({ suppression, isNew }) => ({ status: isNew ? 201 : 200, data: presentSuppression(suppression) }),
});

const deleteSuppression = removal({
  operationId: 'deleteSuppression',
  summary: 'Lift a suppression',
  description:
    'Only of an address that bounced: mail is sent to it again. Who left or complained has to ask for it themselves.',
  tags,
  thing: 'suppression',
  prefix: 'supp',
  errors: ['CONFLICT'],
  conditional: false,
  remove: (wiring, caller, id) => wiring.suppressions.lift(caller, id),
});

export const suppressionOperations = {
  list: listSuppressions,
  read: getSuppression,
  create: createSuppression,
  remove: deleteSuppression,
} satisfies Record<string, Operation>;
