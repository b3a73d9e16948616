import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormPart, formParts, MalformedForm } from './form-parts.ts';

const boundary = 'b0undary';
const type = `multipart/form-data; boundary="${boundary}"`;

type Read = Omit<FormPart, 'bytes'> & { text: string };

async function read(body: Readable, contentType = type): Promise<Read[]> {
  const parts: Read[] = [];
  for await (const { bytes, ...part } of formParts(body, contentType))
    parts.push({ ...part, text: (await buffer(bytes)).toString('latin1') });
  return parts;
}

const formOf = (values: readonly { name: string; text: string }[]): Buffer =>
  Buffer.from(
    `${values
      .map(
        ({ name, text }) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
      )
      .join('')}--${boundary}--\r\n`,
    'latin1',
  );

/** Splits the bytes as a network might deliver them. */
const inChunks = (bytes: Buffer, cuts: readonly number[]): Readable => {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
  return Readable.from(
    pieces.filter((piece) => piece.length > 0),
    { objectMode: false },
  );
};

describe('formParts', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/);
  // Mostly parts of a delimiter.
  const text = fc
    .array(fc.constantFrom('\r', '\n', '-', 'b', '--', '\r\n', '\r\n--', 'b0undar', '\0', '\xff'), {
      maxLength: 12,
    })
    .map((pieces) => pieces.join(''))
    .filter((value) => !`\r\n${value}\r\n`.includes(`\r\n--${boundary}`));

  it('takes all that has arrived in one step, however small its chunks are', async () => {
    const text = 'x'.repeat(5_000);
    const body = new Readable({ read: () => undefined });
    for (const byte of formOf([{ name: 'a', text }])) body.push(Buffer.from([byte]));
    body.push(null);
    const sizes: number[] = [];
    for await (const { bytes } of formParts(body, type))
      for await (const chunk of bytes) sizes.push(chunk.length);
    expect(sizes).toEqual([text.length]);
  });

  it('reads back every form, however it is chunked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name, text }), { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        async (values, cuts) => {
          const parts = await read(inChunks(formOf(values), cuts));
          expect(parts).toEqual(values.map((value) => ({ ...value, fileName: undefined, mediaType: '' })));
        },
      ),
    );
  });

  it('ends on any input, with parts or MalformedForm', async () => {
    const soup = fc
      .array(
        fc.constantFrom(
          '\r\n',
          '--',
          boundary,
          `--${boundary}`,
          `\r\n--${boundary}`,
          `--${boundary}--`,
          'Content-Disposition: form-data; name="x"',
          'Content-Type: image/png',
          `Content-Disposition: form-data; name="${'\\a'.repeat(40)}`,
          ':',
          '"',
          ';',
          'x'.repeat(5000),
        ),
        { maxLength: 40 },
      )
      .map((pieces) => Buffer.from(pieces.join('')));
    await fc.assert(
      fc.asyncProperty(soup, fc.array(fc.nat(), { maxLength: 10 }), async (body, cuts) => {
        const outcome = await read(inChunks(body, cuts)).catch((error: unknown) => error);
        expect(Array.isArray(outcome) || outcome instanceof MalformedForm).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['an escaped quotation mark', 'a\\"b"', 'a"b'],
    ['a literal backslash', 'C:\\dir"', 'C:\\dir'],
    ['a literal backslash at its end', 'C:\\"', 'C:\\'],
    [
      'no end, and backslashes that could be read in many ways',
      '\\a'.repeat(5_000),
      `"${'\\a'.repeat(5_000)}`,
    ],
  ])('reads a quoted name with %s', async (_what, written, name) => {
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="${written}\r\n\r\nx\r\n--${boundary}--\r\n`;
    expect(await read(Readable.from([Buffer.from(body)]))).toMatchObject([{ name, text: 'x' }]);
  });

  it('rejects a truncated body', async () => {
    const body = new Readable({ read() {} });
    const parts = read(body);
    body.push(`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf`);
    body.destroy(new Error('gone'));
    await expect(parts).rejects.toBeInstanceOf(MalformedForm);
    await expect(read(body)).rejects.toBeInstanceOf(MalformedForm);
  });

  it('drains the rest of the body when the reader stops early', async () => {
    const body = Readable.from(
      [formOf([{ name: 'a', text: 'x' }]), Buffer.alloc(100_000), Buffer.alloc(100_000)],
      {
        objectMode: false,
      },
    );
    for await (const part of formParts(body, type)) {
      expect(part.name).toBe('a');
      break;
    }
    await new Promise((resolve) => body.once('end', resolve));
  });
});
