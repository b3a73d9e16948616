// Limits untrusted JSON before it is parsed. Its length alone does not: a megabyte of empty lists takes a hundred times
// as long as a megabyte of text, and nothing else runs meanwhile.

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const openBrace = 0x7b;

/** Counts the names and values in JSON that arrives in pieces. Stops where there are more than `max`. */
export class JsonSize {
  readonly #max: number;
  #count = 1;
  #isInString = false;
  #isEscaped = false;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the count up to the end of this piece. */
  add(piece: string): number {
    let count = this.#count;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    for (let at = 0; at < piece.length && count <= this.#max; at += 1) {
      const code = piece.charCodeAt(at);
      if (isEscaped) isEscaped = false;
      else if (code === quote) isInString = !isInString;
      else if (isInString) isEscaped = code === backslash;
      else if (code === comma || code === colon || code === openBracket || code === openBrace) count += 1;
    }
    this.#count = count;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return count;
  }
}

/** Whether JSON has at most `max` names and values. */
export const isWithinSize = (json: string, max: number): boolean =>
  json.length < max || new JsonSize(max).add(json) <= max;
