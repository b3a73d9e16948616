// Imports of files into the workspace: jobs that can be tried first, and undone.

import { type Call, callOf } from '../../answer.ts';
import { acting, editing, listing, reading } from '../../operations.ts';
import type { WriteOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { DataOf, FormOf } from '../../types.ts';
import type { FileInput } from '../../uploads.ts';

export type ImportFields = Omit<FormOf<'createImport'>, 'file'> & {
  /** The zip file of an export, or the files of another service. */
  files: readonly FileInput[];
};

export const imports = (send: Send) => ({
  /** Newest first. */
  list: listing(send, 'listImports'),
  get: reading(send, 'getImport'),
  /** Uploads files and starts an import. Read it until its `state` is `finished` or `failed`. */
  create: ({ files, ...body }: ImportFields, options?: WriteOptions): Call<Import> =>
    callOf(send('createImport', { body, files }, options)),
  /** Runs the uploaded files again: after a dry run, with another mapping, or after a failure. */
  start: editing(send, 'startImport'),
  /** Removes what the import added. */
  undo: acting(send, 'undoImport'),
  /** Deletes the entry and its files, not what the import added. */
  delete: acting(send, 'deleteImport'),
});

export type Imports = ReturnType<typeof imports>;
