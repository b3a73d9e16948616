// Who the members of a workspace are, for applications.

import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { type Member, type MemberQuery, memberSortKey } from '../../domain/team/membership.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

export interface TeamMembers {
  /** Oldest first. */
  page(caller: Caller, query: Omit<MemberQuery, 'slice'> & { page: PageRequest }): Promise<Page<Member>>;
}

export const teamMembers = ({ store }: Deps): TeamMembers => ({
  page: ({ workspaceId }, asked) =>
    readPage(asked, (query) => store.read.memberships.page(workspaceId, query), memberSortKey),
});
