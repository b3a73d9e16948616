// Receives the files of one request: detects each type from the bytes, enforces size limits while streaming, and
// removes files that the request did not use (contract §8). Never holds a whole file in memory. Independent of HTTP
// and storage.

import { createHash, randomInt } from 'node:crypto';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import {
  type FileFamily,
  fileFamily,
  maxBytesOf,
  safeFileName,
  type UploadLimits,
} from '../../domain/files/attachment.ts';
import { fileNameOf } from '../../domain/files/file-name.ts';
import { counted } from '../../domain/kernel/count.ts';
import { badField, Failure, type FailureCode } from '../../domain/kernel/failure.ts';
import type { Files } from '../../ports/files/files.ts';
import { measure, measureBytes } from './measuring.ts';
import { sniff, sniffBytes } from './media.ts';

export interface IncomingFile {
  fileName: string | undefined;
  /** The client's media type; empty if none. */
  declaredType: string;
  bytes: Readable;
}

export interface StagedFile {
  fileKey: string;
  fileName: string;
  mimeType: string;
  size: number;
  width: number | null;
  height: number | null;
  sha256: string;
}

export interface Upload {
  readonly files: readonly StagedFile[];
  /** Stages or rejects one file; either way its stream is consumed or destroyed afterward. */
  receive(file: IncomingFile): Promise<void>;
  /**
   * A transaction is about to reference the files: until its outcome is known, `discard` keeps them. If it stays
   * unknown, the sweeper asks the store which files are referenced.
   */
  markPending(): void;
  /** The transaction committed: the files are referenced. */
  markCommitted(): void;
  /** The transaction was rolled back: the files are unreferenced. */
  markRolledBack(): Promise<void>;
  /** Removes the staged files, unless a transaction references or may reference them. Idempotent. */
  discard(): Promise<void>;
}

export interface Uploads {
  start(): Upload;
}

/** `field`: the form's field for files, which refusals name. */
export function uploads(given: { files: Files; limits: UploadLimits; field?: string }): Uploads {
  const { files, limits, field = 'attachments' } = given;
  const staging = { files, limits, field };
  return {
    start: () => startUpload(files, { maxFiles: limits.maxFiles, field }, (file) => stage(file, staging)),
  };
}

/** `stage` stores one file, or rejects it and leaves nothing. */
export function startUpload(
  files: Files,
  { maxFiles, field }: { maxFiles: number; field: string },
  stage: (file: IncomingFile) => Promise<StagedFile>,
): Upload {
  const staged: StagedFile[] = [];
  let received = 0;
  let state: 'staged' | 'pending' | 'committed' = 'staged';
  let isDiscarded = false;
  return {
    files: staged,
    async receive(file) {
      try {
        received += 1;
        if (received > maxFiles) throw tooManyFiles(field, maxFiles);
        staged.push(await stage(file));
        // The upload was discarded while this file was still arriving.
        if (isDiscarded && state === 'staged') await removeAll(files, staged);
      } finally {
        file.bytes.destroy();
      }
    },
    markPending() {
      state = 'pending';
    },
    markCommitted() {
      state = 'committed';
    },
    async markRolledBack() {
      state = 'staged';
      if (isDiscarded) await removeAll(files, staged);
    },
    async discard() {
      isDiscarded = true;
      if (state === 'staged') await removeAll(files, staged);
    },
  };
}

/** Tries every file; failed ones stay staged, so that a second call retries them. */
async function removeAll(files: Files, staged: StagedFile[]): Promise<void> {
  const errors: unknown[] = [];
  for (const file of staged.splice(0)) {
    try {
      await files.remove(file.fileKey);
    } catch (error) {
      staged.push(file);
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} staged files could not be removed.`);
}

interface Staging {
  files: Files;
  limits: UploadLimits;
  field: string;
}

async function stage(file: IncomingFile, { files, limits, field }: Staging): Promise<StagedFile> {
  const fileName = safeFileName(file.fileName);
  const named = { field, fileName };
  const inspection = new Inspection(named, declaredFamily(named, file.declaredType), limits);
  const fileKey = mintFileKey();
  feed(file.bytes, inspection, fileName);
  try {
    await files.write(fileKey, inspection);
  } catch (error) {
    // Report our own rejection or the client's broken stream. But if the engine stopped reading, its error is the
    // cause.
    const { errored } = inspection;
    throw errored === null || errored.name === 'AbortError' ? error : errored;
  }
  const result = inspection.result();
  return { fileKey, fileName: fileNameOf(file.fileName, result.mimeType), ...result };
}

/**
 * Not `pipeline`, which would also destroy the source with the engine's errors: its owner could not tell whether it
 * failed by itself.
 */
export function feed(source: Readable, inspection: Transform, fileName: string): void {
  const stop = () => {
    if (!source.readableEnded) inspection.destroy(source.errored ?? truncated(fileName));
  };
  // The engine reports the error; without a listener, an error before the first read would crash the process.
  inspection.on('error', () => undefined);
  inspection.once('close', () => source.destroy());
  source.on('error', stop).once('close', stop);
  if (source.destroyed) stop();
  else source.pipe(inspection);
}

/** A file as refusals name it. */
interface Named {
  field: string;
  fileName: string;
}

/** Passes bytes on once their type is known and allowed; fails as soon as the file is too large. */
class Inspection extends Transform {
  readonly #named: Named;
  readonly #declared: FileFamily | undefined;
  readonly #limits: UploadLimits;
  readonly #hash = createHash('sha256');
  #head: Buffer[] = [];
  #headSize = 0;
  #size = 0;
  #detected: { mimeType: string; family: FileFamily; maxBytes: number } | undefined;

  constructor(named: Named, declared: FileFamily | undefined, limits: UploadLimits) {
    super();
    this.#named = named;
    this.#declared = declared;
    this.#limits = limits;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#accept(chunk).then(() => done(), done);
  }

  override _flush(done: TransformCallback): void {
    this.#finish().then(() => done(), done);
  }

  result(): Omit<StagedFile, 'fileKey' | 'fileName'> {
    if (this.#detected === undefined) throw new Error('The engine stored a file without reading it.');
    const { mimeType, family } = this.#detected;
    const dimensions =
      family === 'image' ? measure(Buffer.concat(this.#head), mimeType) : { width: null, height: null };
    return { mimeType, size: this.#size, ...dimensions, sha256: this.#hash.digest('hex') };
  }

  async #accept(chunk: Buffer): Promise<void> {
    this.#size += chunk.length;
    this.#hash.update(chunk);
    if (this.#detected === undefined) {
      this.#addToHead(chunk);
      if (this.#headSize >= sniffBytes) await this.#detectType();
      return;
    }
    this.#checkSize(this.#detected.maxBytes);
    if (this.#detected.family === 'image' && this.#headSize < measureBytes) this.#addToHead(chunk);
    this.push(chunk);
  }

  async #finish(): Promise<void> {
    const { field, fileName } = this.#named;
    if (this.#size === 0) throw badField(field, `has an empty file, "${fileName}".`);
    if (this.#detected === undefined) await this.#detectType();
  }

  async #detectType(): Promise<void> {
    const head = Buffer.concat(this.#head);
    const mimeType = (await sniff(head)) ?? '';
    const family = fileFamily(mimeType);
    if (family === undefined) throw notAllowed(this.#named, mimeType);
    if (this.#declared !== undefined && this.#declared !== family) {
      throw typeMismatch(this.#named, this.#declared, family);
    }
    const maxBytes = maxBytesOf(family, this.#limits);
    this.#checkSize(maxBytes);
    this.#detected = { mimeType, family, maxBytes };
    this.#head = family === 'image' ? [head] : [];
    this.push(head);
  }

  #addToHead(chunk: Buffer): void {
    this.#head.push(chunk);
    this.#headSize += chunk.length;
  }

  #checkSize(maxBytes: number): void {
    if (this.#size > maxBytes) throw tooLarge(this.#named, maxBytes);
  }
}

/** Clients that do not know the type send `application/octet-stream`: treat it as undeclared. */
const undeclaredTypes = new Set(['', 'application/octet-stream']);

function declaredFamily(named: Named, declaredType: string): FileFamily | undefined {
  const essence = declaredType.split(';')[0]?.trim().toLowerCase() ?? '';
  const family = fileFamily(essence);
  if (family === undefined && !undeclaredTypes.has(essence)) throw notAllowed(named, essence);
  return family;
}

const familyNames: Record<FileFamily, string> = { image: 'an image', video: 'a video', pdf: 'a PDF' };

const rejection = (field: string, code: FailureCode, message: string): Failure =>
  new Failure(code, message, [{ field, message }]);

/** `type`: what it is or claims to be; empty if that is unknown. */
const notAllowed = ({ field, fileName }: Named, type: string): Failure =>
  rejection(
    field,
    'UNSUPPORTED_MEDIA_TYPE',
    `The file "${fileName}" is not an image, a video or a PDF${type === '' ? '' : `, but ${type.slice(0, 100)}`}.`,
  );

const typeMismatch = ({ field, fileName }: Named, declared: FileFamily, found: FileFamily): Failure =>
  rejection(
    field,
    'UNSUPPORTED_MEDIA_TYPE',
    `The file "${fileName}" is declared as ${familyNames[declared]}, but it is ${familyNames[found]}.`,
  );

const tooLarge = ({ field, fileName }: Named, maxBytes: number): Failure =>
  rejection(field, 'PAYLOAD_TOO_LARGE', `The file "${fileName}" is larger than ${maxBytes} bytes.`);

const tooManyFiles = (field: string, maxFiles: number): Failure =>
  rejection(field, 'PAYLOAD_TOO_LARGE', `At most ${counted(maxFiles, 'file')} can be attached per request.`);

const truncated = (fileName: string): Failure =>
  new Failure('BAD_REQUEST', `The file "${fileName}" is incomplete.`);

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 238 random bits: the key is the only secret in a file's URL. */
export const mintFileKey = (): string =>
  Array.from({ length: 40 }, () => base62.charAt(randomInt(base62.length))).join('');
