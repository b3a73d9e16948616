// Keys that were pressed for a popover while its code was still loading.

import { useLayoutEffect } from 'react';

let pressed: string[] = [];

/** Keeps what is pressed, and keeps it from the page. */
export function useEarlyKeys(): void {
  useLayoutEffect(() => {
    pressed = [];
    const stop = new AbortController();
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      pressed.push(event.key);
    };
    window.addEventListener('keydown', keep, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
}

/** Each key is taken once. `isSubmitted`: Enter was the last one. */
export function takeEarlyKeys(): { text: string; isSubmitted: boolean } {
  const keys = pressed;
  pressed = [];
  return { text: keys.filter((key) => key.length === 1).join(''), isSubmitted: keys.at(-1) === 'Enter' };
}
