// Remembers roughly which texts it has seen lately, in a fixed amount of memory. Two texts may be taken for the same,
// and old ones are forgotten: for deciding what is worth caching, not for anything that must be right.

const slots = 2 ** 14;
const slotMask = slots - 1;

/** FNV-1a. */
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

export class Sightings {
  readonly #seen = new Int32Array(slots);

  /** Whether this text was seen before; from now on it was. */
  isKnown(text: string): boolean {
    let hash = offsetBasis;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
    const slot = (hash ^ (hash >>> 16)) & slotMask;
    const isKnown = this.#seen[slot] === hash;
    this.#seen[slot] = hash;
    return isKnown;
  }
}
