// Whether there is no room for the details beside the text of a post. By its place, not by the window: a panel may be
// narrow on a wide screen.

import { type RefObject, useLayoutEffect, useState } from 'react';

const narrowPx = 700;

export function useIsNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = () => setNarrow(measured.clientWidth < narrowPx);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return isNarrow;
}
