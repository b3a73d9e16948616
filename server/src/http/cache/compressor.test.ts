import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodings } from '../kernel/encodings.ts';
import { newCompressor } from './compressor.ts';

const text = Buffer.from('{"title":"Dark mode"}'.repeat(1000));
const decompress = { br: brotliDecompressSync, gzip: gunzipSync };

describe.each(encodings)('newCompressor, %s', (encoding) => {
  it('compresses bytes and streams without a loss', async () => {
    const compressor = newCompressor();
    const bytes = await compressor.compress(text, encoding);
    expect(bytes && decompress[encoding](bytes).equals(text)).toBe(true);
    const stream = compressor.through(Readable.from([text, text], { objectMode: false }), encoding);
    const streamed = stream && (await buffer(stream));
    expect(streamed && decompress[encoding](streamed).equals(Buffer.concat([text, text]))).toBe(true);
  });

  it('runs few in parallel, lets few wait, and declines the rest', async () => {
    const compressor = newCompressor({ maxRunning: 1, maxWaiting: 2, maxStreams: 1 });
    const all = await Promise.all(Array.from({ length: 5 }, () => compressor.compress(text, encoding)));
    expect(all.map((bytes) => bytes !== undefined)).toEqual([true, true, true, false, false]);
    expect(await compressor.compress(text, encoding)).toBeDefined();
  });

  it('declines a stream while too many are open, however they end', async () => {
    const compressor = newCompressor({ maxRunning: 1, maxWaiting: 1, maxStreams: 1 });
    const source = () => new Readable({ read: () => undefined });
    for (const end of ['reader', 'source'] as const) {
      const first = source();
      const open = compressor.through(first, encoding);
      if (open === undefined) throw new Error('The stream before is still open.');
      expect(compressor.through(source(), encoding)).toBeUndefined();
      const closed = Promise.all(
        [first, open].map((stream) => new Promise((done) => stream.once('close', done))),
      );
      open.on('error', () => undefined);
      if (end === 'reader') open.destroy();
      else first.destroy(new Error('The source failed.'));
      await closed;
    }
  });

  it('passes on each chunk before the source ends', async () => {
    const source = new Readable({ read: () => undefined });
    const stream = newCompressor().through(source, encoding);
    source.push(text);
    const chunk = await new Promise<Buffer>((resolve) => stream?.once('data', resolve));
    expect(chunk.length).toBeGreaterThan(0);
    stream?.destroy();
  });
});
