// Sizes of elements, followed as they change.

import { type RefObject, useLayoutEffect, useState } from 'react';

/** With its padding and border. */
export function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = () => setHeight(measured.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

/** As in the styles of the rows, which take two lines then. */
const narrowWidth = 480;

/** Whether it has no room for a row on one line, as on a phone. */
export function useIsNarrow(element: HTMLElement): boolean {
  const [isNarrow, setNarrow] = useState(element.clientWidth <= narrowWidth);
  useLayoutEffect(() => {
    const measure = () => setNarrow(element.clientWidth <= narrowWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return isNarrow;
}
