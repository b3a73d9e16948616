// The operations on who was told what. Sending changes that without a write of the API, so they have no ETag.

import { idParameter } from '../../../shapes/kernel/common.ts';
import { noticeExample, presentNotice } from '../../../shapes/mail/notice.ts';
import { list } from '../kernel/list.ts';
import type { Operation } from '../kernel/operation.ts';

const shared = {
  plural: 'notices',
  shape: 'Notice',
  filters: {},
  filterExamples: [],
  sorts: { newest: ['string'] },
  untagged: true,
  present: presentNotice,
} as const;

const ofPost = list({
  ...shared,
  operationId: 'listNoticesOfPost',
  summary: 'List who was told about a post',
  description:
    'Each mail about the post, and about the published changelog entries that link it, newest first. Kept for a year.',
  tags: ['Followers'],
  params: idParameter('post', 'post'),
  example: noticeExample,
  read: ({ wiring, caller, params }, { page }) => wiring.notices.ofPost(caller, params.id, page),
});

const ofChangelog = list({
  ...shared,
  operationId: 'listNoticesOfChangelog',
  summary: 'List who was told about a changelog',
  description: 'Each mail about the entry, newest first. Kept for a year.',
  tags: ['Changelogs'],
  params: idParameter('changelog', 'clog'),
  example: {
    ...noticeExample,
    kind: 'changelog',
    postId: null,
    changelogId: 'clog_01jz3k8n5yegs9t2w6qv4m7r8c',
  },
  read: ({ wiring, caller, params }, { page }) => wiring.notices.ofChangelog(caller, params.id, page),
});

export const noticeOperations = { ofPost, ofChangelog } satisfies Record<string, Operation>;
