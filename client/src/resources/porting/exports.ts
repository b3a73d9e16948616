// Exports of the workspace: jobs that make a zip file.

import { type Call, callOf } from '../../answer.ts';
import { acting, creating, listing, reading } from '../../operations.ts';
import type { CallOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';

export const exports = (send: Send) => ({
  /** Newest first. */
  list: listing(send, 'listExports'),
  get: reading(send, 'getExport'),
  /** Starts an export. Read it until its `state` is `finished` or `failed`. */
  create: creating(send, 'createExport'),
  /** Deletes an export and its file; one that runs is canceled. */
  delete: acting(send, 'deleteExport'),
  /** The zip file of a finished export, as a response whose body you stream. */
  download: (id: string, options?: CallOptions): Call<Response> =>
    callOf(send('downloadExport', { path: { id }, isDownload: true }, options)),
});

export type Exports = ReturnType<typeof exports>;
