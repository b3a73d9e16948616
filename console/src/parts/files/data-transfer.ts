// Pasted and dropped files. Pure.

type Transfer = Pick<DataTransfer, 'files' | 'types'>;

export const droppedFiles = (transfer: Transfer | null): File[] => [...(transfer?.files ?? [])];

/** Office apps add a picture of copied text next to the text. Then the text is what was meant. */
export const pastedFiles = (transfer: Transfer | null): File[] =>
  transfer?.types.includes('text/plain') ? [] : droppedFiles(transfer);
