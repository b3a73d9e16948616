// What a file is, told by its first bytes alone: its media type and its size in pixels. The bytes are hostile:
// nothing here may throw, hang or read past them. Knows nothing of names, limits or storage.

import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';

/** Enough for every header that tells the type; some video headers and SVG preambles need more than 4 KB. */
export const sniffBytes = 64 * 1024;
/** Enough of an image to find its dimensions behind colour profiles and thumbnails. */
export const measureBytes = 512 * 1024;

export interface Dimensions {
  width: number | null;
  height: number | null;
}

/** The media type in lower case, or undefined when the bytes do not tell. */
export async function sniff(head: Buffer): Promise<string | undefined> {
  const found = await guess(head);
  // file-type calls an SVG XML, or nothing when it has no XML declaration.
  if (found === undefined || found === 'application/xml') {
    if (svgRootAt(head) !== undefined) return 'image/svg+xml';
  }
  // It also gives up on a TIFF whose directory lies behind the head, as most writers place it.
  if (found === undefined && tiffMarks.some((mark) => head.subarray(0, 4).equals(mark))) return 'image/tiff';
  return found;
}

const tiffMarks = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];

async function guess(head: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime.toLowerCase();
  } catch {
    // A parser that trips over hostile bytes has not recognised them.
    return undefined;
  }
}

/**
 * Where the root element begins when it is `<svg`; undefined otherwise. Before it may stand a byte order mark,
 * an XML declaration, comments and a document type. Scans forward only: no expression that could backtrack.
 */
function svgRootAt(head: Buffer): number | undefined {
  // Latin-1 keeps one character a byte; all that is looked for is ASCII.
  const text = head.toString('latin1', 0, sniffBytes);
  let at = text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
  for (;;) {
    while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at += 1;
    const next = afterPreamble(text, at);
    if (next === undefined) break;
    at = next;
  }
  return text.startsWith('<svg', at) && /[\s/>]/.test(text.charAt(at + 4)) ? at : undefined;
}

/** Where the declaration, comment or document type at `at` ends; undefined when none stands there. */
function afterPreamble(text: string, at: number): number | undefined {
  const after = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    return found < 0 ? text.length : found + mark.length;
  };
  if (text.startsWith('<?', at)) return after('?>', at + 2);
  if (text.startsWith('<!--', at)) return after('-->', at + 4);
  if (!/^<!doctype\s+svg\b/i.test(text.slice(at, at + 64))) return undefined;
  const subset = text.indexOf('[', at);
  const end = after('>', at);
  return subset < 0 || subset > end ? end : after('>', after(']', subset));
}

/** Width and height as a viewer shows them, or nulls when the head does not tell. */
export function measure(head: Buffer, mimeType: string): Dimensions {
  const readable = measurable(head, mimeType);
  if (readable === undefined) return unknownSize;
  try {
    const { width, height, orientation = 1 } = imageSize(inMemoryOfItsOwn(readable));
    // From 5 on, the EXIF orientation lays the picture on its side.
    const [across, down] = orientation >= 5 && orientation <= 8 ? [height, width] : [width, height];
    return isLength(across) && isLength(down) ? { width: across, height: down } : unknownSize;
  } catch {
    // image-size throws at whatever it cannot read; an unknown size is an answer here.
    return unknownSize;
  }
}

const unknownSize: Dimensions = { width: null, height: null };

const isLength = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1;

/**
 * The part of the head that image-size can read in bounded time. Three of its parsers do too much work on
 * hostile bytes: SVG by backtracking, HEIF by a search inside a search, JPEG by trying every byte.
 */
function measurable(head: Buffer, mimeType: string): Buffer | undefined {
  if (mimeType === 'image/svg+xml') {
    const root = svgRootAt(head);
    return root === undefined ? undefined : head.subarray(root, root + 4096);
  }
  if (mimeType === 'image/jpeg') return jpegUpToFrame(head);
  // Where the directory ends the file, image-size reads one entry too far and gives up.
  if (mimeType === 'image/tiff') return Buffer.concat([head, Buffer.alloc(12)]);
  if (/^image\/(avif|hei[cf])/.test(mimeType)) {
    const start = head.subarray(0, 64 * 1024);
    return start.toString('latin1').split('ispe').length > 32 ? undefined : start;
  }
  return head;
}

/** Everything up to the frame header that holds the dimensions, when an unbroken chain of segments leads there. */
function jpegUpToFrame(head: Buffer): Buffer | undefined {
  for (let at = 2; at + 4 <= head.length; ) {
    const end = at + 2 + head.readUInt16BE(at + 2);
    const marker = head[at + 1];
    if (head[at] !== 0xff || end < at + 4) return undefined;
    if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) return head.subarray(0, end);
    at = end;
  }
  return undefined;
}

/**
 * image-size reads through views that reach to the end of the memory block, not of the bytes: on a shared block
 * it would tell four bytes of a stranger's request as width and height. A Buffer still, for its cheap slices.
 */
function inMemoryOfItsOwn(bytes: Buffer): Buffer {
  const copy = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(copy);
  return copy;
}
