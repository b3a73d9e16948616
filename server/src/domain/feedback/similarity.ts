// Similarity of two titles, as sets of search words.

/** Longer words weigh more; a shared prefix counts for most of a word. */
const weight = (word: string): number => Math.min(6, [...word.slice(0, 12)].length);
const prefixMatch = 0.8;
const prefixLength = 4;

/**
 * Compares titles with one: the weighted Dice coefficient, 1 for the same words in any order, 0 for none in common.
 * One pass over the other title's words, since a search may have a thousand candidates.
 */
export function similarityTo(title: readonly string[]): (other: readonly string[]) => number {
  const weights = new Map(title.map((word) => [word, weight(word)]));
  const total = weightOf(title);
  // If one word starts with the other, both share this prefix.
  const byPrefix = new Map<string, string[]>();
  for (const word of title) {
    const prefix = word.slice(0, prefixLength);
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), word]);
  }

  return (other) => {
    const closeness = new Map<string, number>();
    let shared = 0;
    let otherTotal = 0;
    for (const word of other) {
      const own = weight(word);
      otherTotal += own;
      const matches = byPrefix.get(word.slice(0, prefixLength))?.filter((known) => sharePrefix(known, word));
      for (const known of matches ?? [])
        closeness.set(known, Math.max(closeness.get(known) ?? 0, prefixMatch));
      if (weights.has(word)) closeness.set(word, 1);
      shared += own * (weights.has(word) ? 1 : (matches?.length ?? 0) > 0 ? prefixMatch : 0);
    }
    for (const [word, close] of closeness) shared += (weights.get(word) ?? 0) * close;
    return total + otherTotal === 0 ? 0 : shared / (total + otherTotal);
  };
}

/** The similarity to a title that consists of these words of it, which no other title with only them exceeds. */
export function similarityAtBest(title: readonly string[], shared: readonly string[]): number {
  const [total, common] = [weightOf(title), weightOf(shared)];
  return (2 * common) / (total + common);
}

const weightOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + weight(word), 0);

const sharePrefix = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= prefixLength && (one.startsWith(other) || other.startsWith(one));
