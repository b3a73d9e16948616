// The operations on reports of visitors, and on people who may not write on the public site.

import Type from 'typebox';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { presentUser, userExample } from '../../../shapes/people/user.ts';
import {
  BanIn,
  banExample,
  presentBan,
  presentReport,
  reportExample,
} from '../../../shapes/site/submission.ts';
import { success } from '../../openapi/responses.ts';
import { list } from '../kernel/list.ts';
import { type Operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Moderation'];
const params = idParameter('user', 'user');

const listReports = list({
  operationId: 'listReports',
  summary: 'List reports',
  description: 'What visitors reported, newest first.',
  tags,
  plural: 'reports',
  shape: 'ContentReport',
  example: reportExample,
  filters: {},
  filterExamples: [],
  sorts: { newest: ['number', 'string'] },
  read: ({ wiring, caller }, { page }) => wiring.moderating.reports(caller, page),
  present: presentReport,
});

const deleteReport = removal({
  operationId: 'deleteReport',
  summary: 'Delete a report',
  description: 'What it is about stays as it is.',
  tags,
  thing: 'report',
  prefix: 'rep',
  conditional: false,
  remove: (wiring, caller, id) => wiring.moderating.removeReport(caller, id),
});

const listBans = list({
  operationId: 'listBans',
  summary: 'List bans',
  description: 'The people who may not write on the public site, newest first.',
  tags,
  plural: 'bans',
  shape: 'Ban',
  example: banExample,
  filters: {},
  filterExamples: [],
  sorts: { newest: ['number', 'string'] },
  read: ({ wiring, caller }, { page }) => wiring.moderating.bans(caller, page),
  present: presentBan,
});

const banUser = write({
  operationId: 'banUser',
  summary: 'Ban a user',
  description:
    'The person can no longer vote, post or comment on the public site, and is signed out. With `removeVotes`, the ' +
    'votes that they gave there are taken back. Repeated, it changes the reason.',
  tags,
  params,
  body: BanIn,
  responses: { 200: success('The ban.', Type.Ref('Ban'), banExample) },
  errors: ['NOT_FOUND', 'CONFLICT'],
  conditional: false,
  run: ({ wiring, params, body }, caller) => wiring.moderating.ban(caller, params.id, body),
  answer: (ban) => ({ data: presentBan(ban) }),
});

const unbanUser = write({
  operationId: 'unbanUser',
  summary: 'Lift the ban of a user',
  description: 'Votes that were taken back stay so. If the person is not banned, nothing changes.',
  tags,
  params,
  responses: { 200: success('The user.', Type.Ref('User'), userExample) },
  errors: ['NOT_FOUND'],
  conditional: false,
  run: ({ wiring, params }, caller) => wiring.moderating.unban(caller, params.id),
  answer: (user) => ({ data: presentUser(user) }),
});

export const banOperations = {
  reports: listReports,
  removeReport: deleteReport,
  list: listBans,
  ban: banUser,
  unban: unbanUser,
} satisfies Record<string, Operation>;
