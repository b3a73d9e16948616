// The files selected for attaching, and those that were rejected.

import { useRef, useState } from 'react';
import { useSession } from '../../data/session.ts';
import { type Rejection, validateFiles } from './file-validation.ts';

export interface SelectedFiles {
  files: readonly File[];
  rejections: readonly Rejection[];
  add: (added: readonly File[]) => void;
  remove: (index: number) => void;
  /** After they have been sent. */
  clear: () => void;
  /** Hides the rejections. */
  dismiss: () => void;
}

/** `present` is how many files are attached already. */
export function useSelectedFiles(present: number, onTouch?: () => void): SelectedFiles {
  const { uploads } = useSession();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [rejections, setRejections] = useState<readonly Rejection[]>([]);
  // Two drops may happen before the next render.
  const latest = useRef(files);
  const change = (next: readonly File[], rejected: readonly Rejection[]) => {
    if (next.length !== latest.current.length) onTouch?.();
    latest.current = next;
    setFiles(next);
    setRejections(rejected);
  };
  return {
    files,
    rejections,
    add(added) {
      const before = latest.current;
      const { accepted, rejections: rejected } = validateFiles(added, uploads, present + before.length);
      change([...before, ...accepted], rejected);
    },
    remove: (index) =>
      change(
        latest.current.filter((_, other) => other !== index),
        [],
      ),
    clear: () => change([], []),
    dismiss: () => setRejections([]),
  };
}
