// What visitors of the public site send and report, and the people who may not write there.

import type { Filters } from '../../generated/lists.ts';
import { acting, editing, listing, reading } from '../../operations.ts';
import type { Send } from '../../transport.ts';

export type SubmissionFilters = Filters['listSubmissions'];

export const submissions = (send: Send) => ({
  /** Newest first; with the filter `state: 'waiting'`, what the team has to decide. */
  list: listing(send, 'listSubmissions'),
  get: reading(send, 'getSubmission'),
  /** Publishes it, as of when it was sent. */
  approve: acting(send, 'approveSubmission'),
  /** The author reads the reason. */
  reject: editing(send, 'rejectSubmission'),
  /** Approves a new post as a vote for another one. */
  merge: editing(send, 'mergeSubmission'),
});

export type Submissions = ReturnType<typeof submissions>;

export const reports = (send: Send) => ({
  list: listing(send, 'listReports'),
  delete: acting(send, 'deleteReport'),
});

export type Reports = ReturnType<typeof reports>;

export const bans = (send: Send) => ({
  list: listing(send, 'listBans'),
});

export type Bans = ReturnType<typeof bans>;
