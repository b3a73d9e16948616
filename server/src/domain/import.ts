// An import: its state, and the report of what it did.

import type { Instant } from './clock.ts';
import type { Actor } from './event.ts';
import type { Resource } from './porting/records.ts';

export const importSources = ['earshot', 'canny', 'fider', 'csv'] as const;
export type ImportSource = (typeof importSources)[number];

export type ImportState = 'running' | 'finished' | 'failed';

export interface ImportCounts {
  /** Records that became new objects. */
  created: number;
  /** Records whose object existed already; it was left as it is. */
  found: number;
  /** Records that could not be imported; see the errors. */
  failed: number;
}

export interface ImportError {
  /** The file in the archive or export, and the line in it. */
  part: string;
  line: number;
  message: string;
}

export interface ImportReport {
  counts: Partial<Record<Resource, ImportCounts>>;
  errorsCount: number;
  /** The first `maxListedErrors`. Not stored. */
  errors: ImportError[];
}

export const maxListedErrors = 1000;

export interface Import {
  id: string;
  source: ImportSource;
  state: ImportState;
  /** SHA-256 of the manifest: an import that was interrupted resumes with the same archive only. */
  digest: string;
  /** The workspace was empty, so that versions and times of updates are kept as well. */
  isFaithful: boolean;
  actor: Actor;
  done: number;
  total: number;
  report: ImportReport;
  createdAt: Instant;
  /** Renewed with each step: a running import that stopped doing so was interrupted. */
  updatedAt: Instant;
  finishedAt: Instant | null;
}

export const emptyReport = (): ImportReport => ({ counts: {}, errorsCount: 0, errors: [] });

/** Another process may take over an import that was silent for so long. */
export const importLeaseMs = 60_000;

export const isInterrupted = ({ state, updatedAt }: Import, now: Instant): boolean =>
  state === 'running' && updatedAt < now - importLeaseMs;

/** What the journal of an import lists: which object of ours stands for which record. */
export type JournalKind =
  | 'postType'
  | 'status'
  | 'tag'
  | 'user'
  | 'post'
  | 'comment'
  | 'changelog'
  | 'attachment';

export interface JournalEntry {
  kind: JournalKind;
  sourceId: string;
  objectId: string;
  /** False if the object existed before. */
  isNew: boolean;
}
