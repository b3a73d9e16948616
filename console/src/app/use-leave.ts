// Leaves the page before something that would take it away, so that unsaved input is asked about first.

import { useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Marks an arrival: the promise of a navigation that was canceled is resolved by the next one. */
    leaving?: number;
  }
}

let leavings = 0;

/** Goes to the feedback list and calls back there, or never if the person stays. */
export function useLeave(): (onArrival: () => void) => Promise<void> {
  const router = useRouter();
  return async (onArrival) => {
    leavings += 1;
    const leaving = leavings;
    await router.navigate({ to: '/posts', state: { leaving } });
    if (router.state.location.state.leaving === leaving) onArrival();
  };
}
