// Detects a file's media type from its first bytes. The bytes are untrusted: nothing here may throw, hang or read
// past them, and the work must be linear. Independent of names, limits and storage.

import { fileTypeFromBuffer } from 'file-type';
import { svgRootAt } from './svg.ts';

/** Enough for every type's header; some video headers and SVG preambles need more than 4 KB. */
export const sniffBytes = 64 * 1024;
/** The lowercase media type; undefined if not recognized. */
export async function sniff(head: Buffer): Promise<string | undefined> {
  const found = await guess(head);
  // file-type reports SVG as XML, or as unknown without an XML declaration.
  if (found === undefined || found === 'application/xml') {
    if (svgRootAt(head.subarray(0, sniffBytes)) !== undefined) return 'image/svg+xml';
  }
  // It also misses a TIFF whose directory is past the head, which is where most writers put it.
  if (found === undefined && tiffMagics.some((magic) => head.subarray(0, 4).equals(magic)))
    return 'image/tiff';
  return found;
}

const tiffMagics = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];

const pngMagic = 0x89;
/** file-type checks every PNG chunk for animation, and a chunk may be just 12 bytes. */
const pngSniffBytes = 16 * 1024;

async function guess(head: Buffer): Promise<string | undefined> {
  try {
    const part = head.subarray(0, head[0] === pngMagic ? pngSniffBytes : sniffBytes);
    return (await fileTypeFromBuffer(part))?.mime.toLowerCase();
  } catch {
    // A parser error means not recognized.
    return undefined;
  }
}
