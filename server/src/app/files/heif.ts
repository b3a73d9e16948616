// Dimensions of a HEIF image (HEIC, AVIF): the largest of the sizes in its properties. The bytes are untrusted, so
// each box is read once.

interface Size {
  width: number;
  height: number;
}

const headerBytes = 8;
/** Version and flags at the start of some boxes. */
const flagBytes = 4;
/** More sibling boxes than any real file has. */
const maxBoxes = 2000;

interface Box {
  name: string;
  content: Buffer;
}

export function heifSize(head: Buffer): Size | undefined {
  const meta = find(head, 'meta');
  const properties = meta && find(meta.subarray(flagBytes), 'iprp');
  const container = properties && find(properties, 'ipco');
  if (container === undefined) return undefined;
  let best: Size | undefined;
  for (const { name, content } of boxesIn(container)) {
    if (name !== 'ispe' || content.length < flagBytes + 8) continue;
    const size = { width: content.readUInt32BE(flagBytes), height: content.readUInt32BE(flagBytes + 4) };
    if (best === undefined || size.width * size.height > best.width * best.height) best = size;
  }
  return best;
}

function find(bytes: Buffer, wanted: string): Buffer | undefined {
  for (const { name, content } of boxesIn(bytes)) if (name === wanted) return content;
  return undefined;
}

/** Sibling boxes; the last may be truncated. Stops at invalid data. */
function* boxesIn(bytes: Buffer): Iterable<Box> {
  let at = 0;
  for (let count = 0; count < maxBoxes && at + headerBytes <= bytes.length; count += 1) {
    const size = bytes.readUInt32BE(at);
    if (size < headerBytes) return;
    yield {
      name: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + headerBytes, at + size),
    };
    at += size;
  }
}
