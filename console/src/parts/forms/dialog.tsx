// A dialog that is mounted only while open. It returns the focus to the element that opened it. It can't be closed while
// its request runs: the answer, which may be a secret that is shown only once, would be lost.

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal, type ModalProps } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';
import { useFocusReturn } from './use-focus-return.ts';

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
  useFocusReturn();
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
