// How much two titles have in common, as sets of search words.

/** Longer words say more; a word that only begins like another counts for most of it. */
const weight = (word: string): number => Math.min(6, [...word].length);
const beginsLike = 0.8;
const beginningLength = 4;

/** Weighted Dice coefficient: 1 for the same words in any order, 0 for none in common. */
export function titleSimilarity(one: readonly string[], other: readonly string[]): number {
  const total = sum(one) + sum(other);
  return total === 0 ? 0 : (shared(one, other) + shared(other, one)) / total;
}

const sum = (words: readonly string[]): number => words.reduce((total, word) => total + weight(word), 0);

const shared = (words: readonly string[], others: readonly string[]): number =>
  words.reduce((total, word) => total + weight(word) * closeness(word, others), 0);

function closeness(word: string, others: readonly string[]): number {
  if (others.includes(word)) return 1;
  const isClose = (other: string) => {
    const [short, long] = word.length < other.length ? [word, other] : [other, word];
    return short.length >= beginningLength && long.startsWith(short);
  };
  return others.some(isClose) ? beginsLike : 0;
}
