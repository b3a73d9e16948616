// Finds what someone means by the first letters they type. Pure.

interface Named {
  name: string;
}

/** Without case and accents, so that "uber" finds "Über". */
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim();

/** Whether the server takes two names for the same: it ignores case, but not accents. */
export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** How well a name matches, lower is better: equal, starts with, a word starts with, contains. */
function rankOf(name: string, typed: string): number | undefined {
  if (name === typed) return 0;
  const at = name.indexOf(typed);
  if (at === 0) return 1;
  if (at < 0) return undefined;
  return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed)) ? 2 : 3;
}

/** What matches, best first; among equals, and if nothing is typed, in the given order. */
export function matchesOf<T extends Named>(all: readonly T[], typed: string): T[] {
  const wanted = plain(typed);
  if (wanted === '') return [...all];
  return all
    .flatMap((one) => {
      const rank = rankOf(plain(one.name), wanted);
      return rank === undefined ? [] : [{ one, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}
