// Keyboard shortcuts of a page. Disabled while typing and while a dialog or menu is open.

import { useEffect, useRef } from 'react';

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="textbox"]';
const inFront = '[role="dialog"], [role="menu"], [role="listbox"]';
/** These handle Enter and, except for links, space themselves. */
const pressable = 'a, button, summary, [role="button"], [role="tab"], [role="menuitem"]';
const spaced = 'button, summary, input, [role="button"], [role="tab"], [role="menuitem"]';

export function shortcutFor(
  event: Pressed,
  shortcuts: Shortcuts,
): ((event: KeyboardEvent) => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined;
}

function isBusy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(typing) !== null || target.closest(inFront) !== null) return true;
  if (key === 'Enter' && target.closest(pressable) !== null) return true;
  if (key === ' ' && target.closest(spaced) !== null) return true;
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isBusy(event.target, event.key)) return;
      const act = shortcutFor(event, current.current);
      if (act === undefined) return;
      event.preventDefault();
      act(event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
