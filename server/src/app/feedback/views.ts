// The use cases for views. Their filters are text here: what they mean is known where query strings are read.

import type { PostSort } from '../../domain/feedback/post.ts';
import {
  isSeenBy,
  maxViews,
  newView,
  type View,
  type ViewQuery,
  viewFilters,
  viewName,
  viewSortKey,
} from '../../domain/feedback/view.ts';
import { badField, conflict, forbidden, notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { edited } from '../../domain/kernel/version.ts';
import type { Reader } from '../../ports/store.ts';
import { type Caller, change, type Deps, faultsOf } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

/** The editable fields of a view: undefined keeps a value. */
export interface ViewPatch {
  name?: string | undefined;
  filters?: string | undefined;
  sortBy?: PostSort | null | undefined;
  shared?: boolean | undefined;
}

export type ViewDraft = ViewPatch & { name: string; filters: string };

export type ViewListQuery = Omit<ViewQuery, 'slice' | 'seenBy'> & { page: PageRequest };

export interface Views {
  /** Sorted by name. */
  page(caller: Caller, query: ViewListQuery): Promise<Page<View>>;
  /** Undefined if there is none that the caller sees. */
  find(caller: Caller, id: string): Promise<View | undefined>;
  get(caller: Caller, id: string): Promise<View>;
  create(caller: Caller, draft: ViewDraft): Promise<View>;
  update(caller: Caller, id: string, patch: ViewPatch): Promise<View>;
  remove(caller: Caller, id: string): Promise<void>;
}

/** The member behind the call; null for an application. */
const memberOf = (caller: Caller): string | null => (caller.type === 'member' ? caller.actor.id : null);

export function views(deps: Deps): Views {
  const { store, clock, mintId } = deps;

  const find = async (
    { views }: Pick<Reader, 'views'>,
    caller: Caller,
    id: string,
  ): Promise<View | undefined> => {
    const view = await views.find(caller.workspaceId, id);
    return view !== undefined && isSeenBy(view, memberOf(caller)) ? view : undefined;
  };

  const get = async (read: Pick<Reader, 'views'>, caller: Caller, id: string): Promise<View> => {
    const view = await find(read, caller, id);
    if (view === undefined) throw notFound('View');
    return view;
  };

  return {
    page: (caller, asked) =>
      readPage(
        { ...asked, seenBy: memberOf(caller) },
        (query) => store.read.views.page(caller.workspaceId, query),
        viewSortKey,
      ),

    find: (caller, id) => find(store.read, caller, id),
    get: (caller, id) => get(store.read, caller, id),

    async create(caller, draft) {
      const faults = faultsOf(caller);
      const memberId = memberOf(caller);
      const name = faults.check(() => viewName(draft.name), '');
      const filters = faults.check(() => viewFilters(draft.filters), '');
      const shared = draft.shared ?? memberId === null;
      faults.check(() => checkOwn(shared, memberId), undefined);
      faults.throwAny();
      return change(deps, caller, async (write) => {
        if ((await write.views.count(caller.workspaceId)) >= maxViews)
          throw conflict(`The workspace has ${maxViews} views already. Delete one first.`);
        const given = { id: mintId('view'), name, filters, shared, memberId };
        const view = newView({ ...given, sortBy: draft.sortBy ?? null }, clock.now());
        await write.views.insert(caller.workspaceId, view);
        write.record('view.created', view.id);
        return view;
      });
    },

    async update(caller, id, patch) {
      const faults = faultsOf(caller);
      const memberId = memberOf(caller);
      const { name, filters, sortBy, shared } = patch;
      const edits: Partial<View> = {};
      if (name !== undefined) edits.name = faults.check(() => viewName(name), '');
      if (filters !== undefined) edits.filters = faults.check(() => viewFilters(filters), '');
      if (sortBy !== undefined) edits.sortBy = sortBy;
      if (shared !== undefined) edits.shared = shared;
      faults.check(() => checkOwn(shared ?? true, memberId), undefined);
      faults.throwAny();
      return change(deps, caller, async (write) => {
        const before = await get(write, caller, id);
        write.expect(before);
        if (shared === false && before.shared && before.memberId !== memberId)
          throw forbidden('Only the member who created a view can stop sharing it.');
        const after = edited(before, edits, clock.now());
        if (after === before) return before;
        await write.views.update(caller.workspaceId, after);
        write.record('view.updated', id);
        return after;
      });
    },

    async remove(caller, id) {
      await change(deps, caller, async (write) => {
        write.expect(await get(write, caller, id));
        await write.views.remove(caller.workspaceId, id);
        write.record('view.deleted', id);
      });
    },
  };
}

function checkOwn(shared: boolean, memberId: string | null): void {
  if (!shared && memberId === null)
    throw badField('shared', 'must be true: an API key has no views of its own.');
}
