// What a file is, told by its first bytes alone: its media type. The bytes are hostile: nothing here may throw, hang
// or read past them, and the work must not grow faster than the bytes. Knows nothing of names, limits or storage.

import { fileTypeFromBuffer } from 'file-type';
import { svgRootAt } from './svg.ts';

/** Enough for every header that tells the type; some video headers and SVG preambles need more than 4 KB. */
export const sniffBytes = 64 * 1024;
/** The media type in lower case, or undefined when the bytes do not tell. */
export async function sniff(head: Buffer): Promise<string | undefined> {
  const found = await guess(head);
  // file-type calls an SVG XML, or nothing when it has no XML declaration.
  if (found === undefined || found === 'application/xml') {
    if (svgRootAt(head.subarray(0, sniffBytes)) !== undefined) return 'image/svg+xml';
  }
  // It also gives up on a TIFF whose directory lies behind the head, as most writers place it.
  if (found === undefined && tiffMarks.some((mark) => head.subarray(0, 4).equals(mark))) return 'image/tiff';
  return found;
}

const tiffMarks = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];

const pngMark = 0x89;
/** Of a PNG every chunk is looked at for animation, and a chunk may have 12 bytes. */
const pngSniffBytes = 16 * 1024;

async function guess(head: Buffer): Promise<string | undefined> {
  try {
    const part = head.subarray(0, head[0] === pngMark ? pngSniffBytes : sniffBytes);
    return (await fileTypeFromBuffer(part))?.mime.toLowerCase();
  } catch {
    // A parser that trips over hostile bytes has not recognised them.
    return undefined;
  }
}
