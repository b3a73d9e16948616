// Receives files of any type, with a limit for all of them together: those of an import.

import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { safeFileName } from '../../domain/files/attachment.ts';
import { badField, Failure } from '../../domain/kernel/failure.ts';
import type { Files } from '../../ports/files/files.ts';
import {
  feed,
  type IncomingFile,
  mintFileKey,
  type StagedFile,
  startUpload,
  type Upload,
} from './uploads.ts';

export interface RawLimits {
  maxFiles: number;
  /** Of all files together. */
  maxBytes: number;
}

export function rawUpload(files: Files, { maxFiles, maxBytes }: RawLimits): Upload {
  let left = maxBytes;
  const take = (size: number): void => {
    left -= size;
    if (left < 0)
      throw new Failure('PAYLOAD_TOO_LARGE', `The files are larger than ${maxBytes} bytes.`, [
        { field: 'file', message: `is larger than ${maxBytes} bytes.` },
      ]);
  };
  return startUpload(files, { maxFiles, field: 'file' }, (file) => stage(file, files, take));
}

async function stage(file: IncomingFile, files: Files, take: (size: number) => void): Promise<StagedFile> {
  const fileName = safeFileName(file.fileName);
  const measured = new Measured(take);
  const fileKey = mintFileKey();
  feed(file.bytes, measured, fileName);
  try {
    await files.write(fileKey, measured);
  } catch (error) {
    // Our own rejection or the client's broken stream; if the engine stopped reading, its error is the cause.
    const { errored } = measured;
    throw errored === null || errored.name === 'AbortError' ? error : errored;
  }
  const { size, sha256 } = measured.result();
  if (size === 0) {
    await files.remove(fileKey);
    throw badField('file', `is empty: "${fileName}".`);
  }
  return { fileKey, fileName, mimeType: 'application/octet-stream', width: null, height: null, size, sha256 };
}

class Measured extends Transform {
  readonly #take: (size: number) => void;
  readonly #hash = createHash('sha256');
  #size = 0;

  constructor(take: (size: number) => void) {
    super();
    this.#take = take;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      this.#take(chunk.length);
    } catch (error) {
      done(error as Error);
      return;
    }
    this.#size += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  result(): { size: number; sha256: string } {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}
