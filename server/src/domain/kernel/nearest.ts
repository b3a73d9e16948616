// Finds the word that was probably meant by a misspelled one.

/** Longer words are no misspelling of ours, and comparing them takes time. */
const maxLength = 64;

/** The closest of these names; undefined if none is close. */
export function nearest(given: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const cost = misspelling(given, name);
    if (cost === undefined || cost >= least) continue;
    best = name;
    least = cost;
  }
  return best;
}

/** How far a word is from one that may have been meant, from 0; undefined if it is too far. */
export function misspelling(given: string, meant: string): number | undefined {
  if (given.length > maxLength) return undefined;
  const [one, other] = [letters(given), letters(meant)];
  const allowed = Math.min(3, Math.floor(one.length / 3));
  const edits = editsBetween(one, other, allowed);
  if (edits <= allowed) return edits;
  return isPart(one, other) || isPart(other, one) ? allowed + 1 : undefined;
}

/** `status_id` and `StatusID` are `statusId`. */
const letters = (word: string): string => word.replace(/[-_\s]/g, '').toLowerCase();

const minPartLength = 4;

/** `email` may mean `authorEmail`. */
const isPart = (part: string, whole: string): boolean =>
  part.length >= minPartLength && (whole.startsWith(part) || whole.endsWith(part));

/** Characters to insert, remove, replace or swap with their neighbor. More than `max` are not counted exactly. */
function editsBetween(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let twoBefore: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let edits = Math.min(
        (before[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (before[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) edits = Math.min(edits, (twoBefore[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    if (Math.min(...current) > max) return max + 1;
    twoBefore = before;
    before = current;
  }
  return before[other.length] ?? max + 1;
}
