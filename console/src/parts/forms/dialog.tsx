// A dialog that is mounted only while open. It returns the focus to the element that opened it. It can't be closed while
// its request runs: the answer, which may be a secret that is shown only once, would be lost.

import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';

/** The element that opened the dialog. For a menu item, which disappears with its menu, the menu's button. */
function findOpener(): Element | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

const stayOpen = () => {};

/** What is shown only once closes with its own button, so that a stray click can't lose it. */
const onlyByButton = { closeOnClickOutside: false, closeOnEscape: false, withCloseButton: false };

export function Dialog({
  isPending = false,
  isShownOnce = false,
  onClose,
  ...props
}: Omit<ModalProps, 'opened'> & { isPending?: boolean; isShownOnce?: boolean }) {
  const { common } = useTexts();
  const [opener] = useState(findOpener);
  useEffect(
    () => () => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
  return (
    <Modal
      closeButtonProps={{ 'aria-label': common.close, disabled: isPending }}
      {...(isShownOnce && onlyByButton)}
      {...props}
      onClose={isPending ? stayOpen : onClose}
      opened
    />
  );
}
