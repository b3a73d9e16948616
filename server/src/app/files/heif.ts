// How large a picture in a HEIF file is (HEIC, AVIF): the largest of the sizes that its properties list. Each box is
// looked at once: the bytes are hostile.

interface Size {
  width: number;
  height: number;
}

const headerBytes = 8;
/** Version and flags, which some boxes have before their content. */
const flagBytes = 4;
/** More boxes than any real file has side by side. */
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

/** The boxes side by side; the last may be cut short. Ends at what is none. */
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
