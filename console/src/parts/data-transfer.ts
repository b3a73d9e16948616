// Files that are pasted or dropped. Pure.

type Transfer = Pick<DataTransfer, 'files' | 'types'>;

export const droppedFiles = (transfer: Transfer | null): File[] => [...(transfer?.files ?? [])];

/** Office programs put a picture of the text beside the text: then the text is meant. */
export const pastedFiles = (transfer: Transfer | null): File[] =>
  transfer?.types.includes('text/plain') ? [] : droppedFiles(transfer);
