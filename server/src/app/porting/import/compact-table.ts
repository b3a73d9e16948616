// Remembers a number for each of many texts, in about 20 bytes for each. Texts are known by 64 bits of their digest: of a
// million, the odds are 1 in 30 million that two of them are taken for one another.

import { hash, randomBytes } from 'node:crypto';

export interface Digest {
  low: number;
  high: number;
}

/** Without it, a file could be made of texts that all belong into the same few slots. */
const salt = randomBytes(16).toString('hex');

export function digestOf(text: string): Digest {
  const bytes = hash('sha256', salt + text, 'buffer');
  return { low: bytes.readUInt32LE(0), high: bytes.readUInt32LE(4) };
}

interface Slots {
  low: Uint32Array;
  high: Uint32Array;
  /** One more than the number; 0 is a free slot. */
  values: Uint32Array;
}

const emptySlots = (size: number): Slots => ({
  low: new Uint32Array(size),
  high: new Uint32Array(size),
  values: new Uint32Array(size),
});

const firstSize = 32;
const maxLoad = 0.7;
/** Each grows on its own: moving a few thousand digests is short, moving millions in one go would block the process. */
const partCount = 256;

export class CompactTable {
  #parts = Array.from({ length: partCount }, () => new Part());

  get({ low, high }: Digest): number | undefined {
    return this.#partOf(high).get(low, high);
  }

  set({ low, high }: Digest, number: number): void {
    this.#partOf(high).set(low, high, number);
  }

  // The slot within a part is chosen by the other half of the digest.
  #partOf(high: number): Part {
    return this.#parts[high % partCount] as Part;
  }
}

class Part {
  #slots = emptySlots(firstSize);
  #count = 0;

  get(low: number, high: number): number | undefined {
    const value = this.#slots.values[slotOf(this.#slots, low, high)] ?? 0;
    return value === 0 ? undefined : value - 1;
  }

  set(low: number, high: number, number: number): void {
    const slot = slotOf(this.#slots, low, high);
    if (this.#slots.values[slot] === 0) this.#count += 1;
    put(this.#slots, slot, low, high, number + 1);
    if (this.#count > this.#slots.values.length * maxLoad) this.#grow();
  }

  #grow(): void {
    const { low, high, values } = this.#slots;
    const larger = emptySlots(values.length * 2);
    for (const [index, value] of values.entries()) {
      if (value === 0) continue;
      const [ownLow, ownHigh] = [low[index] ?? 0, high[index] ?? 0];
      put(larger, slotOf(larger, ownLow, ownHigh), ownLow, ownHigh, value);
    }
    this.#slots = larger;
  }
}

/** The slot of the digest, or the free one that it would have. The size is a power of two. */
function slotOf({ low, high, values }: Slots, wantedLow: number, wantedHigh: number): number {
  const mask = values.length - 1;
  let slot = wantedLow & mask;
  while (values[slot] !== 0 && (low[slot] !== wantedLow || high[slot] !== wantedHigh))
    slot = (slot + 1) & mask;
  return slot;
}

function put(slots: Slots, slot: number, low: number, high: number, value: number): void {
  slots.low[slot] = low;
  slots.high[slot] = high;
  slots.values[slot] = value;
}
