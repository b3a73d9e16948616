// Converts browser files to the client's format.

import type { FileInput } from '@earshot/client';

export const attachmentsOf = (files: readonly File[]): { attachments?: FileInput[] } =>
  files.length === 0
    ? {}
    : { attachments: files.map((file) => ({ content: file, name: file.name, type: file.type })) };
