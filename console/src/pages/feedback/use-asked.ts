// What the list is asked for: the filters in the address, or those of its view.

import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { addressWithin, askedBy } from '../../data/feedback/feedback-address.ts';
import type { FeedbackSearch } from '../../data/feedback/feedback-search.ts';
import { useViews } from '../../data/feedback/views.ts';

const route = getRouteApi('/shell/posts');

export function useAsked() {
  const address = route.useSearch();
  const navigate = useNavigate();
  const { data: views, error, refetch } = useViews();
  const view = views?.find(({ id }) => id === address.view);
  const search = useMemo(() => askedBy(address, view), [address, view]);
  const needsView = address.view !== undefined && address.edited === undefined;
  const change = useCallback(
    (part: FeedbackSearch) => {
      // Each filter gets its own history entry; each typed letter of a search does not.
      const replace = part.q !== undefined && search.q !== undefined;
      return navigate({
        to: '/posts',
        search: (before) => addressWithin({ ...askedBy(before, view), ...part }, view),
        replace,
      });
    },
    [navigate, search.q, view],
  );
  return {
    address,
    search,
    change,
    view,
    views: views ?? [],
    /** The filters are those of a view that is still to be read. */
    isUnknown: needsView && view === undefined,
    isViewGone: needsView && view === undefined && views !== undefined,
    viewsError: needsView && views === undefined ? error : null,
    readViews: () => void refetch(),
  };
}
