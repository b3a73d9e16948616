// Compresses responses off the event loop, with bounds: the thread pool also serves files and passwords, so few
// compressions run at a time, few more wait, and the rest of the responses are sent uncompressed.

import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from 'node:zlib';
import type { Encoding } from '../kernel/encodings.ts';

export interface Compressor {
  /** Undefined if too much is being compressed already. */
  compress(bytes: Buffer, encoding: Encoding): Promise<Buffer | undefined>;
  /** A stream that passes on each chunk immediately. Undefined if too many are open. */
  through(source: Readable, encoding: Encoding): Readable | undefined;
}

export interface CompressionLimits {
  maxRunning: number;
  maxWaiting: number;
  maxStreams: number;
}

const defaultLimits: CompressionLimits = { maxRunning: 2, maxWaiting: 16, maxStreams: 32 };

/** Higher levels cost several times as much for a few percent. The window bounds the memory of a stream. */
const gzipOptions: ZlibOptions = { level: 5 };
const brotliOptions: BrotliOptions = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 19,
  },
};

const compressOnce: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes) => promisify<Buffer, ZlibOptions, Buffer>(gzip)(bytes, gzipOptions),
};

/** Without a flush, a slow source would leave its reader waiting. */
const newStream = {
  br: () => createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ ...gzipOptions, flush: constants.Z_SYNC_FLUSH }),
};

export function newCompressor(limits: CompressionLimits = defaultLimits): Compressor {
  let running = 0;
  let streams = 0;
  const waiting: (() => void)[] = [];

  return {
    async compress(bytes, encoding) {
      if (running < limits.maxRunning) running += 1;
      else if (waiting.length >= limits.maxWaiting) return undefined;
      // A finished one hands its turn over.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await compressOnce[encoding](bytes);
      } finally {
        const next = waiting.shift();
        if (next !== undefined) next();
        else running -= 1;
      }
    },
    through(source, encoding) {
      if (streams >= limits.maxStreams) return undefined;
      streams += 1;
      // Ends both sides together. The response reports errors of the stream it sends.
      return pipeline(source, newStream[encoding](), () => {
        streams -= 1;
      });
    },
  };
}
