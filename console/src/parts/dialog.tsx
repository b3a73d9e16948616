// A dialog that is in the page only while it is open. Who had the focus before gets it back when it goes.

import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';

/** What opened it; an item of a menu goes with its menu, so there it is the button of the menu. */
function findOpener(): Element | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const { common } = useTexts();
  const [opener] = useState(findOpener);
  useEffect(
    () => () => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
  return <Modal closeButtonProps={{ 'aria-label': common.close }} {...props} opened />;
}
