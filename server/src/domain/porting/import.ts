// An import: its state, and the report of what it did.

import type { Visibility } from '../feedback/post.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Instant } from '../kernel/clock.ts';
import { jobLeaseMs } from './job.ts';
import type { Resource } from './records.ts';

export const importSources = [
  'earshot',
  'canny',
  'fider',
  'featurebase',
  'quackback',
  'productboard',
  'csv',
] as const;
export type ImportSource = (typeof importSources)[number];

/** `queued`, `running` and `undoing` are active: at most one import of a workspace is. */
export const importStates = ['queued', 'running', 'finished', 'failed', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];
export const activeStates = ['queued', 'running', 'undoing'] as const satisfies readonly ImportState[];

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
  /** Of the created posts, how many visitors of the public site may see. */
  publicPostsCount: number;
  errorsCount: number;
  /** Values that were left out or cut, of records that were imported all the same. */
  warningsCount: number;
  /** The first `maxListedErrors`. Messages may name people, so they are stored no longer than the upload. */
  errors: ImportError[];
  /** Like the errors. */
  warnings: ImportError[];
}

/** What an undo did with the objects of an import. */
export interface UndoCounts {
  removed: number;
  /** Left in place, because someone has changed or used it since. */
  kept: number;
}
export type UndoReport = Partial<Record<Resource, UndoCounts>>;

/** Which column is which field, and which status elsewhere is which slug here. */
export interface ImportMapping {
  columns: Record<string, string>;
  statuses: Record<string, string>;
}
export const emptyMapping: ImportMapping = { columns: {}, statuses: {} };

/** The start of a file, to choose a mapping by. */
export interface ImportPreview {
  /** Null if there is no table, so that there are no columns to map. */
  columns: string[] | null;
  /** The field that each column is imported as, null if it is not used; null if columns can't be mapped. */
  fields: (string | null)[] | null;
  /** The first few, cell by cell. */
  rows: string[][];
  /** The slug is that of a status here; null if there is none, so that only a mapping prevents a new status. */
  statuses: { name: string; slug: string | null }[];
}

/** A file that was uploaded for an import. */
export interface ImportFile {
  name: string;
  size: number;
  key: string;
}

/** And as many warnings. */
export const maxListedErrors = 1000;

export interface Import {
  id: string;
  source: ImportSource;
  state: ImportState;
  /** Report what would happen, and change nothing. */
  isDryRun: boolean;
  /** SHA-256 of the manifest, to recognize the archive of an interrupted import; empty until it is known. */
  digest: string;
  /** The workspace was empty, so that versions and times of updates are kept as well. */
  isFaithful: boolean;
  actor: Actor;
  done: number;
  total: number;
  report: ImportReport;
  undone: UndoReport | null;
  mapping: ImportMapping;
  /** False if files that the source only links to are left out. */
  fetchesFiles: boolean;
  /** Of new posts whose record doesn't say. */
  visibility: Visibility;
  /** Whether new comments on public posts become public, unless their record says otherwise. */
  publishesComments: boolean;
  /** Empty for an import on the command line, once they have expired, and after a failure that would repeat. */
  files: ImportFile[];
  preview: ImportPreview | null;
  /** How often a process started it: one that ends every process must not be repeated forever. */
  attempts: number;
  /** Why it failed. */
  error: string | null;
  /** When files, preview and errors are removed; null if nothing was uploaded, and afterward. */
  expiresAt: Instant | null;
  createdAt: Instant;
  /** Renewed with each step: an active import that stopped doing so was interrupted. */
  updatedAt: Instant;
  finishedAt: Instant | null;
}

/** As lists have it: errors and previews can be long. */
export type ImportSummary = Omit<Import, 'report' | 'preview'> & {
  report: Omit<ImportReport, 'errors' | 'warnings'>;
};

export const emptyReport = (): ImportReport => ({
  counts: {},
  publicPostsCount: 0,
  errorsCount: 0,
  warningsCount: 0,
  errors: [],
  warnings: [],
});

/** No post could be used, or nothing at all: the files may be those of another service than the one named. */
export function isFruitless({ counts }: Pick<ImportReport, 'counts'>): boolean {
  const looked =
    counts.posts !== undefined && counts.posts.failed > 0 ? [counts.posts] : Object.values(counts);
  return looked.every(({ created, found }) => created + found === 0);
}

/** Versions and times of what was not edited since it was imported. */
export interface Unedited {
  version: number;
  updatedAt: Instant;
}

/**
 * Imported objects have the first version, unless they kept the one that they had in the source. `advancedBy`: how far
 * restored backups have advanced versions since.
 */
export const uneditedSince = ({ isFaithful, createdAt }: Import, advancedBy: number): Unedited =>
  isFaithful
    ? { version: Number.MAX_SAFE_INTEGER, updatedAt: createdAt }
    : { version: 1 + advancedBy, updatedAt: Number.MAX_SAFE_INTEGER };

export const isUnedited = (
  { version, updatedAt }: { version: number; updatedAt: Instant },
  limits: Unedited,
): boolean => version <= limits.version && updatedAt <= limits.updatedAt;

/** Another process may take over an import that was silent for so long. */
export const importLeaseMs = jobLeaseMs;

export const isInterrupted = ({ updatedAt }: Import, now: Instant): boolean =>
  updatedAt < now - importLeaseMs;

/** One on the command line whose process is gone: no worker can resume it, because it has no uploaded files. */
export const isAbandoned = (active: Import, now: Instant): boolean =>
  active.state === 'running' && active.expiresAt === null && isInterrupted(active, now);

/** What it did before stays, and can be undone. When an undo ends early, it is the import's end that counts. */
export const endedEarly = (active: Import, error: string, now: Instant): Import => ({
  ...active,
  state: 'failed',
  error,
  updatedAt: now,
  finishedAt: active.finishedAt ?? now,
});

/** Imports of a workspace whose uploads are kept. */
export const maxKeptUploads = 100;

/** Uploads, previews and errors are removed after this time. */
export const importKeptMs = 7 * 24 * 3_600_000;
export const maxImportAttempts = 5;

/**
 * For a file that an import names by its address: in all, and without a byte. Shorter than the lease, which is renewed
 * between files.
 */
export const fetchTimes = { exchangeMs: 45_000, idleMs: 10_000 };
/** More than any service exports. */
export const maxImportFiles = 50;

/** How long the journal is kept, and an import can be undone. */
export const undoableMs = 30 * 24 * 3_600_000;

export const undoableUntil = ({ finishedAt, updatedAt }: Pick<Import, 'finishedAt' | 'updatedAt'>): Instant =>
  (finishedAt ?? updatedAt) + undoableMs;

export const newImport = (
  given: Pick<Import, 'id' | 'source' | 'state' | 'actor'> & Partial<Import>,
  now: Instant,
): Import => ({
  isDryRun: false,
  digest: '',
  isFaithful: false,
  done: 0,
  total: 0,
  report: emptyReport(),
  undone: null,
  mapping: emptyMapping,
  fetchesFiles: true,
  visibility: 'internal',
  publishesComments: false,
  files: [],
  preview: null,
  attempts: 0,
  error: null,
  expiresAt: null,
  createdAt: now,
  updatedAt: now,
  finishedAt: null,
  ...given,
});

/**
 * What the journal of an import lists: which object of ours stands for which record. Votes, followers and status
 * changes are listed only if their post existed before: the others go with their post.
 */
export type JournalKind =
  | 'postType'
  | 'status'
  | 'tag'
  | 'user'
  | 'post'
  | 'comment'
  | 'changelog'
  | 'attachment'
  | 'statusChange'
  | 'submission'
  | 'ban'
  | 'suppression'
  | 'vote'
  | 'follower';

export interface JournalEntry {
  kind: JournalKind;
  sourceId: string;
  objectId: string;
  /** False if the object existed before. */
  isNew: boolean;
}

/** How the journal names a vote or a follower: the post that was named, which may be merged, and the person. */
export const voteKey = (postId: string, userId: string): string => `${postId} ${userId}`;
export const voteOfKey = (key: string): { postId: string; userId: string } => {
  const [postId = '', userId = ''] = key.split(' ');
  return { postId, userId };
};
