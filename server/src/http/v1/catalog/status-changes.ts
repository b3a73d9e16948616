// The operations on the status history of posts.

import { presentStatusChange, statusChangeExample } from '../../../shapes/catalog/status-change.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { instant, many } from '../../input/filters.ts';
import { list } from '../kernel/list.ts';
import type { Operation } from '../kernel/operation.ts';
import { statusesIn } from './ordered-filter.ts';

const statusId = statusesIn('toStatusIds', "the new status's ID or slug");
const updatedSince = instant('updatedSince');

/** The part of the declaration that both lists share. */
const statusChangeList = {
  tags: ['Status changes'],
  plural: 'statusChanges',
  shape: 'StatusChange',
  example: statusChangeExample,
  sorts: { newest: ['number', 'string'] },
  present: presentStatusChange,
} as const;

const listStatusChanges = list({
  ...statusChangeList,
  operationId: 'listStatusChanges',
  summary: 'List status changes',
  description: 'All posts, newest first.',
  filters: { statusId, postId: many('postIds'), updatedSince },
  filterExamples: ['statusId:stat_01jz3k8n5yegs9t2w6qv4m7r8c'],
  read: ({ wiring, caller }, { filters, page }) => wiring.statusChanges.page(caller, { ...filters, page }),
});

const listStatusChangesOfPost = list({
  ...statusChangeList,
  operationId: 'listStatusChangesOfPost',
  summary: 'List the status changes of a post',
  description: 'Newest first, each with the comment sent with the change.',
  params: idParameter('post', 'post'),
  filters: { statusId, updatedSince },
  filterExamples: ['updatedSince:2026-01-31T09:15:02.123Z'],
  read: ({ wiring, caller, params }, { filters, page }) =>
    wiring.statusChanges.ofPost(caller, params.id, { ...filters, page }),
});

export const statusChangeOperations = {
  list: listStatusChanges,
  ofPost: listStatusChangesOfPost,
} satisfies Record<string, Operation>;
