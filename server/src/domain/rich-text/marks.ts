// Marks: their canonical order, and which may be combined.

import type { LinkMark, Mark, PlainMark } from './document.ts';

/** TipTap's order, so that a document passes through its editor unchanged. */
const ranks: Record<Mark['type'], number> = { link: 0, bold: 1, code: 2, italic: 3, strike: 4, underline: 5 };

/** One of each, in order. `code` excludes others, as in TipTap. */
export const tidyMarks = (marks: readonly Mark[]): Mark[] => {
  if (marks.length === 0) return [];
  const code = marks.find((mark) => mark.type === 'code');
  if (code) return [code];
  const byRank: Mark[] = [];
  for (const mark of marks) byRank[ranks[mark.type]] ??= mark;
  return byRank.filter((mark) => mark !== undefined);
};

export const sameMark = (a: Mark, b: Mark | undefined): boolean =>
  a.type === 'link' ? b?.type === 'link' && a.attrs.href === b.attrs.href : a.type === b?.type;

/** For two normalized lists. */
export const sameMarks = (a: readonly Mark[], b: readonly Mark[]): boolean =>
  a.length === b.length && a.every((mark, index) => sameMark(mark, b[index]));

/** The marks open at one point of the input; cheap however often each was opened. */
export class OpenMarks {
  readonly #counts = new Map<PlainMark['type'], number>();
  /** The innermost link; a link inside another ends it, as in HTML. */
  link: LinkMark | undefined;

  open(type: PlainMark['type']): void {
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
  }

  close(type: PlainMark['type']): void {
    this.#counts.set(type, Math.max(0, (this.#counts.get(type) ?? 0) - 1));
  }

  all(): Mark[] {
    const marks: Mark[] = this.link ? [this.link] : [];
    for (const [type, count] of this.#counts) if (count > 0) marks.push({ type });
    return marks;
  }
}
