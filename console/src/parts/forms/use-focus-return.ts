// Returns the focus to where it was before something opened, once that is closed again.

import { useEffect, useState } from 'react';

/** The element that opened it. For a menu item, which disappears with its menu, the menu's button. */
function findOpener(): Element | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

/** For a component that is mounted only while it is open. */
export function useFocusReturn(): void {
  const [opener] = useState(findOpener);
  useEffect(
    () => () => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
