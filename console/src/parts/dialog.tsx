// A dialog that is mounted only while open. It returns the focus to the element that opened it.

import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';

/** The element that opened the dialog. For a menu item, which disappears with its menu, the menu's button. */
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
