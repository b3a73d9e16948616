// How much two titles have in common, as sets of search words.

/** Longer words say more; a word that only begins like another counts for most of it. */
const weight = (word: string): number => Math.min(6, [...word.slice(0, 12)].length);
const beginsLike = 0.8;
const beginningLength = 4;

/**
 * Compares any number of titles with one: the weighted Dice coefficient, 1 for the same words in any order, 0 for
 * none in common. One pass over the other title's words, since a search may have a thousand candidates.
 */
export function similarityTo(title: readonly string[]): (other: readonly string[]) => number {
  const weights = new Map(title.map((word) => [word, weight(word)]));
  const total = [...weights.values()].reduce((sum, one) => sum + one, 0);
  // Of two words of which one begins with the other, both have the same beginning.
  const byBeginning = new Map<string, string[]>();
  for (const word of title) {
    const beginning = word.slice(0, beginningLength);
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), word]);
  }

  return (other) => {
    const closeness = new Map<string, number>();
    let shared = 0;
    let otherTotal = 0;
    for (const word of other) {
      const own = weight(word);
      otherTotal += own;
      const alike = byBeginning
        .get(word.slice(0, beginningLength))
        ?.filter((known) => beginLike(known, word));
      for (const known of alike ?? []) closeness.set(known, Math.max(closeness.get(known) ?? 0, beginsLike));
      if (weights.has(word)) closeness.set(word, 1);
      shared += own * (weights.has(word) ? 1 : (alike?.length ?? 0) > 0 ? beginsLike : 0);
    }
    for (const [word, close] of closeness) shared += (weights.get(word) ?? 0) * close;
    return total + otherTotal === 0 ? 0 : shared / (total + otherTotal);
  };
}

const beginLike = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= beginningLength && (one.startsWith(other) || other.startsWith(one));
