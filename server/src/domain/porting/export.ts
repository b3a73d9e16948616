// An export of a workspace that the API or the console asked for: a job that makes a file.

import type { Actor } from '../kernel/actor.ts';
import type { Instant } from '../kernel/clock.ts';

export const exportFormats = ['archive', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStates = ['queued', 'running', 'finished', 'failed', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];

export interface Export {
  id: string;
  format: ExportFormat;
  includesLedger: boolean;
  state: ExportState;
  actor: Actor;
  /** How often a process started it: one that ends every process must not be repeated forever. */
  attempts: number;
  /** Records written. */
  done: number;
  /** Null until they are counted. */
  total: number | null;
  /** Where the file is, or is being written; null before and after. */
  fileKey: string | null;
  /** Of the finished file. */
  size: number | null;
  error: string | null;
  createdAt: Instant;
  /** Renewed while it runs: one that is silent for `jobLeaseMs` was left by its process. */
  updatedAt: Instant;
  finishedAt: Instant | null;
  expiresAt: Instant | null;
}

/** Files of exports are deleted after this time. */
export const exportKeptMs = 7 * 24 * 3_600_000;
/** Exports are forgotten after this time. The audit log still has them. */
export const exportListedMs = 30 * 24 * 3_600_000;
export const maxExportAttempts = 3;

export const newExport = (
  given: Pick<Export, 'id' | 'actor'> & Partial<Export>,
  createdAt: Instant,
): Export => ({
  format: 'archive',
  includesLedger: false,
  state: 'queued',
  attempts: 0,
  done: 0,
  total: null,
  fileKey: null,
  size: null,
  error: null,
  createdAt,
  updatedAt: createdAt,
  finishedAt: null,
  expiresAt: null,
  ...given,
});

/** A finished export expires on time, even if its file was not removed yet. */
export const asOf = (found: Export, now: Instant): Export =>
  found.state === 'finished' && found.expiresAt !== null && found.expiresAt <= now
    ? { ...found, state: 'expired' }
    : found;

export const isWaitingOrRunning = ({ state }: Pick<Export, 'state'>): boolean =>
  state === 'queued' || state === 'running';
