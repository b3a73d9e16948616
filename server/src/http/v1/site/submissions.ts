// The operations on what visitors send: the queue of the team.

import Type from 'typebox';
import { submissionKinds, submissionStates } from '../../../domain/site/submission.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import {
  approvedExample,
  presentSubmission,
  RejectionIn,
  rejectedExample,
  SubmissionMergeIn,
  submissionExample,
} from '../../../shapes/site/submission.ts';
import { among, many } from '../../input/filters.ts';
import { success } from '../../openapi/responses.ts';
import { single } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';

const tags = ['Moderation'];
const params = idParameter('submission', 'sub');

const listSubmissions = list({
  operationId: 'listSubmissions',
  summary: 'List submissions',
  description:
    'What visitors sent from the public site: `filters=state:waiting` is the queue. A submission is no ' +
    'post or comment until it is approved, so nothing else lists or counts it.',
  tags,
  plural: 'submissions',
  shape: 'Submission',
  example: submissionExample,
  filters: {
    state: among('states', submissionStates),
    kind: among('kinds', submissionKinds),
    userId: many('userIds'),
  },
  filterExamples: ['state:waiting'],
  sorts: { recent: ['number', 'string'], oldest: ['number', 'string'] },
  read: ({ wiring, caller }, { filters, sort, page }) =>
    wiring.moderating.page(caller, { ...filters, sort, page }),
  present: presentSubmission,
});

const getSubmission = operation({
  operationId: 'getSubmission',
  summary: 'Get a submission',
  description: 'With its author and, until it is approved, its text.',
  tags,
  params,
  responses: { 200: success('The submission.', Type.Ref('Submission'), submissionExample, 'read') },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
  async handler(request) {
    const submission = await request.wiring.moderating.get(request.caller, request.params.id);
    return single(request, submission, presentSubmission(submission));
  },
});

const approveSubmission = write({
  operationId: 'approveSubmission',
  summary: 'Approve a submission',
  description:
    'Publishes the post or comment as of when it was sent, or makes the change. A new post has the vote of its ' +
    'author. A comment is not public if its post no longer is. Deciding twice is a conflict.',
  tags,
  params,
  responses: { 200: success('The submission.', Type.Ref('Submission'), approvedExample) },
  errors: ['NOT_FOUND', 'CONFLICT'],
  conditional: true,
  run: ({ wiring, params }, caller) => wiring.moderating.approve(caller, params.id),
  answer: (submission) => ({ data: presentSubmission(submission), version: submission.version }),
});

const rejectSubmission = write({
  operationId: 'rejectSubmission',
  summary: 'Reject a submission',
  description: 'Publishes nothing. Its author sees that it was rejected, and the reason.',
  tags,
  params,
  body: RejectionIn,
  responses: { 200: success('The submission.', Type.Ref('Submission'), rejectedExample) },
  errors: ['NOT_FOUND', 'CONFLICT'],
  conditional: true,
  run: ({ wiring, params, body }, caller) => wiring.moderating.reject(caller, params.id, body.reason),
  answer: (submission) => ({ data: presentSubmission(submission), version: submission.version }),
});

const mergeSubmission = write({
  operationId: 'mergeSubmission',
  summary: 'Merge a submission into a post',
  description:
    'For a new post that asks for the same as another one: approves it as a vote of its author for that post and, ' +
    'with `asComment`, adds its text there as a comment.',
  tags,
  params,
  body: SubmissionMergeIn,
  responses: { 200: success('The submission.', Type.Ref('Submission'), approvedExample) },
  errors: ['NOT_FOUND', 'CONFLICT'],
  conditional: true,
  run: ({ wiring, params, body }, caller) => wiring.moderating.merge(caller, params.id, body),
  answer: (submission) => ({ data: presentSubmission(submission), version: submission.version }),
});

export const submissionOperations = {
  list: listSubmissions,
  read: getSubmission,
  approve: approveSubmission,
  reject: rejectSubmission,
  merge: mergeSubmission,
} satisfies Record<string, Operation>;
