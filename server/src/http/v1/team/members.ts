// The members of the workspace. Who they are changes only in the console.

import { roles } from '../../../domain/team/membership.ts';
import { memberExample, presentMember } from '../../../shapes/team/member.ts';
import { among, lookups } from '../../input/filters.ts';
import { list } from '../kernel/list.ts';
import type { Operation } from '../kernel/operation.ts';

export const memberOperations = {
  list: list({
    operationId: 'listMembers',
    summary: 'List members',
    description: 'The members of the workspace, oldest first. Each can be the owner of posts.',
    tags: ['Team'],
    plural: 'members',
    shape: 'Member',
    example: memberExample,
    filters: { email: lookups('emails', 'case-insensitive'), role: among('roles', roles) },
    filterExamples: ['email:grace@example.com', 'role:admin;role:owner'],
    sorts: { oldest: ['number', 'string'] },
    read: ({ wiring, caller }, { filters, page }) => wiring.members.page(caller, { ...filters, page }),
    present: presentMember,
  }),
} satisfies Record<string, Operation>;
