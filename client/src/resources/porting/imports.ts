// Imports into the workspace: files of another installation or service, read by a job.

import { type Call, callOf } from '../../answer.ts';
import { acting, editing, listing, reading } from '../../operations.ts';
import type { WriteOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { BodyOf, Import } from '../../types.ts';
import type { FileInput } from '../../uploads.ts';

export interface ImportFields extends BodyOf<'startImport'> {
  files: readonly FileInput[];
  /** The service that wrote the files; `earshot` by default. */
  source?: Import['source'] | undefined;
}

export const imports = (send: Send) => ({
  /** Newest first. */
  list: listing(send, 'listImports'),
  get: reading(send, 'getImport'),
  /** Uploads files and starts an import. Read it until its `state` is `finished` or `failed`. */
  create: ({ files, ...body }: ImportFields, options?: WriteOptions): Call<Import> =>
    callOf(send('createImport', { body, files }, options)),
  /** Runs the uploaded files again: after a dry run, with another mapping, or after a failure. */
  start: editing(send, 'startImport'),
  /** Removes what it added. */
  undo: acting(send, 'undoImport'),
  /** Ends one that waits or runs. What it did so far stays: it can be undone, or started again. */
  cancel: acting(send, 'cancelImport'),
  /** Deletes its files and its entry, not what it added. */
  delete: acting(send, 'deleteImport'),
});

export type Imports = ReturnType<typeof imports>;
