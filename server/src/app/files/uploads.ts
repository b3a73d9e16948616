// Takes in the files of one request: judges each by its own bytes, caps it while it streams, and takes away what
// the request did not keep (contract §8). Never holds a whole file. Knows nothing of HTTP or of where bytes lie.

import { createHash, randomInt } from 'node:crypto';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import {
  type FileFamily,
  fileFamily,
  maxBytesOf,
  safeFileName,
  type UploadLimits,
} from '../../domain/attachment.ts';
import { counted } from '../../domain/count.ts';
import { badField, Failure, type FailureCode } from '../../domain/failure.ts';
import { fileNameOf } from '../../domain/file-name.ts';
import type { Files } from '../../ports/files.ts';
import { measure, measureBytes } from './measuring.ts';
import { sniff, sniffBytes } from './media.ts';

export interface IncomingFile {
  fileName: string | undefined;
  /** The media type that the client claims; empty when it claims none. */
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
  /** Stages one file, or refuses it; either way its stream is used up or destroyed when this settles. */
  receive(file: IncomingFile): Promise<void>;
  /**
   * A transaction is about to name the files: until it is known how it ended, `discard` leaves them alone. Should that
   * never be known, the sweeper asks the store which of them it names.
   */
  offer(): void;
  /** The transaction committed: the files belong to something. */
  keep(): void;
  /** The transaction was rolled back: nothing names the files. */
  takeBack(): Promise<void>;
  /** Removes the staged files, unless a transaction has or may have named them. May be called any number of times. */
  discard(): Promise<void>;
}

export interface Uploads {
  start(): Upload;
}

export function uploads(deps: { files: Files; limits: UploadLimits }): Uploads {
  return { start: () => startUpload(deps.files, deps.limits) };
}

function startUpload(files: Files, limits: UploadLimits): Upload {
  const staged: StagedFile[] = [];
  let received = 0;
  let state: 'staged' | 'offered' | 'kept' = 'staged';
  let isUnwanted = false;
  return {
    files: staged,
    async receive(file) {
      try {
        received += 1;
        if (received > limits.maxFiles) throw tooManyFiles(limits.maxFiles);
        staged.push(await stage(file, files, limits));
        // Whoever gave the upload up did so while this file was on its way.
        if (isUnwanted && state === 'staged') await removeAll(files, staged);
      } finally {
        file.bytes.destroy();
      }
    },
    offer() {
      state = 'offered';
    },
    keep() {
      state = 'kept';
    },
    async takeBack() {
      state = 'staged';
      if (isUnwanted) await removeAll(files, staged);
    },
    async discard() {
      isUnwanted = true;
      if (state === 'staged') await removeAll(files, staged);
    },
  };
}

/** Tries every file; those that cannot be removed stay staged, so that a second call tries them again. */
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

async function stage(file: IncomingFile, files: Files, limits: UploadLimits): Promise<StagedFile> {
  const fileName = safeFileName(file.fileName);
  const inspection = new Inspection(fileName, declaredFamily(file.declaredType, fileName), limits);
  const fileKey = mintFileKey();
  feed(file.bytes, inspection, fileName);
  try {
    await files.write(fileKey, inspection);
  } catch (error) {
    // Our own refusal, or the client's broken stream, whatever the engine made of it. But a stream that the engine
    // left in the middle has an error too, and then the engine's is the one to tell.
    const { errored } = inspection;
    throw errored === null || errored.name === 'AbortError' ? error : errored;
  }
  const facts = inspection.facts();
  return { fileKey, fileName: fileNameOf(file.fileName, facts.mimeType), ...facts };
}

/**
 * `pipeline` would also hand the engine's errors back to the source; then the one who owns the source could not
 * tell whether it broke by itself.
 */
function feed(source: Readable, inspection: Inspection, fileName: string): void {
  const stop = () => {
    if (!source.readableEnded) inspection.destroy(source.errored ?? cutShort(fileName));
  };
  // The engine reports the error; without a listener it would end the process if it came before the engine reads.
  inspection.on('error', () => undefined);
  inspection.once('close', () => source.destroy());
  source.on('error', stop).once('close', stop);
  if (source.destroyed) stop();
  else source.pipe(inspection);
}

/** Passes the bytes on once their type is known and allowed, and fails as soon as they are too many. */
class Inspection extends Transform {
  readonly #fileName: string;
  readonly #declared: FileFamily | undefined;
  readonly #limits: UploadLimits;
  readonly #hash = createHash('sha256');
  #head: Buffer[] = [];
  #headSize = 0;
  #size = 0;
  #verdict: { mimeType: string; family: FileFamily; maxBytes: number } | undefined;

  constructor(fileName: string, declared: FileFamily | undefined, limits: UploadLimits) {
    super();
    this.#fileName = fileName;
    this.#declared = declared;
    this.#limits = limits;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#take(chunk).then(() => done(), done);
  }

  override _flush(done: TransformCallback): void {
    this.#finish().then(() => done(), done);
  }

  facts(): Omit<StagedFile, 'fileKey' | 'fileName'> {
    if (this.#verdict === undefined) throw new Error('The engine kept a file without reading it.');
    const { mimeType, family } = this.#verdict;
    const dimensions =
      family === 'image' ? measure(Buffer.concat(this.#head), mimeType) : { width: null, height: null };
    return { mimeType, size: this.#size, ...dimensions, sha256: this.#hash.digest('hex') };
  }

  async #take(chunk: Buffer): Promise<void> {
    this.#size += chunk.length;
    this.#hash.update(chunk);
    if (this.#verdict === undefined) {
      this.#remember(chunk);
      if (this.#headSize >= sniffBytes) await this.#judge();
      return;
    }
    this.#checkSize(this.#verdict.maxBytes);
    if (this.#verdict.family === 'image' && this.#headSize < measureBytes) this.#remember(chunk);
    this.push(chunk);
  }

  async #finish(): Promise<void> {
    if (this.#size === 0) throw badField('attachments', `has an empty file, "${this.#fileName}".`);
    if (this.#verdict === undefined) await this.#judge();
  }

  async #judge(): Promise<void> {
    const head = Buffer.concat(this.#head);
    const mimeType = (await sniff(head)) ?? '';
    const family = fileFamily(mimeType);
    if (family === undefined) throw notAllowed(this.#fileName);
    if (this.#declared !== undefined && this.#declared !== family) {
      throw otherThanDeclared(this.#fileName, this.#declared, family);
    }
    const maxBytes = maxBytesOf(family, this.#limits);
    this.#checkSize(maxBytes);
    this.#verdict = { mimeType, family, maxBytes };
    this.#head = family === 'image' ? [head] : [];
    this.push(head);
  }

  #remember(chunk: Buffer): void {
    this.#head.push(chunk);
    this.#headSize += chunk.length;
  }

  #checkSize(maxBytes: number): void {
    if (this.#size > maxBytes) throw tooLarge(this.#fileName, maxBytes);
  }
}

/** `application/octet-stream` is what clients send that do not know the type: no claim, so the bytes decide. */
const noClaim = new Set(['', 'application/octet-stream']);

function declaredFamily(declaredType: string, fileName: string): FileFamily | undefined {
  const essence = declaredType.split(';')[0]?.trim().toLowerCase() ?? '';
  const family = fileFamily(essence);
  if (family === undefined && !noClaim.has(essence)) throw notAllowed(fileName);
  return family;
}

const familyNames: Record<FileFamily, string> = { image: 'an image', video: 'a video', pdf: 'a PDF' };

const refusal = (code: FailureCode, message: string): Failure =>
  new Failure(code, message, [{ field: 'attachments', message }]);

const notAllowed = (fileName: string): Failure =>
  refusal('UNSUPPORTED_MEDIA_TYPE', `The file "${fileName}" is not an image, a video or a PDF.`);

const otherThanDeclared = (fileName: string, declared: FileFamily, found: FileFamily): Failure =>
  refusal(
    'UNSUPPORTED_MEDIA_TYPE',
    `The file "${fileName}" is declared as ${familyNames[declared]}, but it is ${familyNames[found]}.`,
  );

const tooLarge = (fileName: string, maxBytes: number): Failure =>
  refusal('PAYLOAD_TOO_LARGE', `The file "${fileName}" is larger than ${maxBytes} bytes.`);

const tooManyFiles = (maxFiles: number): Failure =>
  refusal('PAYLOAD_TOO_LARGE', `At most ${counted(maxFiles, 'file')} can be attached at once.`);

const cutShort = (fileName: string): Failure =>
  new Failure('BAD_REQUEST', `The file "${fileName}" ended before its last byte.`);

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 238 bits that nobody can guess: the key is the only secret in a file's address. */
const mintFileKey = (): string =>
  Array.from({ length: 40 }, () => base62.charAt(randomInt(base62.length))).join('');
