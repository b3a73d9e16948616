// The files that will be attached, and those that were refused on choosing.

import { useRef, useState } from 'react';
import { useSession } from '../data/session.ts';
import { judgeFiles, type Refusal } from './file-validation.ts';

export interface ChosenFiles {
  files: readonly File[];
  refusals: readonly Refusal[];
  add: (added: readonly File[]) => void;
  remove: (index: number) => void;
  /** The person has read why some were refused. */
  dismiss: () => void;
}

/** `present` is how many are attached already. */
export function useChosenFiles(present: number, onTouch?: () => void): ChosenFiles {
  const { uploads } = useSession();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  // Two drops may come before the page is drawn again.
  const latest = useRef(files);
  const change = (next: readonly File[], refused: readonly Refusal[]) => {
    if (next.length !== latest.current.length) onTouch?.();
    latest.current = next;
    setFiles(next);
    setRefusals(refused);
  };
  return {
    files,
    refusals,
    add(added) {
      const before = latest.current;
      const { taken, refusals: refused } = judgeFiles(added, uploads, present + before.length);
      change([...before, ...taken], refused);
    },
    remove: (index) =>
      change(
        latest.current.filter((_, other) => other !== index),
        [],
      ),
    dismiss: () => setRefusals([]),
  };
}
