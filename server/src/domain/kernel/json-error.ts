// Where a text stops being JSON. The messages of JSON.parse differ between versions of Node.js, and not all of them
// tell the place.

/** For whoever wrote the text: completes a sentence about it. Only for text that JSON.parse has refused. */
export function notJson(text: string): string {
  const at = findJsonError(text) ?? text.length;
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) {
    line += 1;
    lineStart = end + 1;
  }
  return `is not valid JSON: line ${line}, column ${at - lineStart + 1}`;
}

/** The index of the first character that can't be there, or the length of a text that ends too early. */
export function findJsonError(text: string): number | undefined {
  /** What closes each open list and object. */
  const closers: ('}' | ']')[] = [];
  let expected: 'value' | 'first item' | 'name' | 'first name' | 'more' = 'value';
  for (let at = afterSpace(text, 0); ; at = afterSpace(text, at)) {
    const character = text[at];
    const closer = closers.at(-1);
    const mayClose = expected === 'more' || expected === 'first item' || expected === 'first name';
    if (mayClose && closer !== undefined && character === closer) {
      closers.pop();
      expected = 'more';
      at += 1;
    } else if (expected === 'more') {
      if (closer === undefined) return at < text.length ? at : undefined;
      if (character !== ',') return at;
      expected = closer === '}' ? 'name' : 'value';
      at += 1;
    } else if (expected === 'name' || expected === 'first name') {
      const name = character === '"' ? stringAt(text, at) : { end: at, isWhole: false };
      if (!name.isWhole) return name.end;
      at = afterSpace(text, name.end);
      if (text[at] !== ':') return at;
      expected = 'value';
      at += 1;
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'first name' : 'first item';
      at += 1;
    } else {
      const value = scalarAt(text, at);
      if (!value.isWhole) return value.end;
      expected = 'more';
      at = value.end;
    }
  }
}

/** `end` is where it ends or, if it is not whole, where it is wrong. */
interface Token {
  end: number;
  isWhole: boolean;
}

/** Searched for by regular expression, since a text can have megabytes of anything else. */
const noSpace = /[^ \n\r\t]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are not allowed in a string.
const special = /["\\\u0000-\u001f]/g;

function indexOf(wanted: RegExp, text: string, from: number): number {
  wanted.lastIndex = from;
  return wanted.test(text) ? wanted.lastIndex - 1 : text.length;
}

const afterSpace = (text: string, from: number): number => indexOf(noSpace, text, from);

const words: Record<string, string> = { t: 'true', f: 'false', n: 'null' };

function scalarAt(text: string, at: number): Token {
  const character = text[at] ?? '';
  if (character === '"') return stringAt(text, at);
  const word = words[character];
  if (word === undefined) return numberAt(text, at);
  let same = 0;
  while (same < word.length && text[at + same] === word[same]) same += 1;
  return { end: at + same, isWhole: same === word.length };
}

const escapes = '"\\/bfnrtu';

function stringAt(text: string, start: number): Token {
  for (let at = indexOf(special, text, start + 1); at < text.length; at = indexOf(special, text, at + 1)) {
    if (text[at] === '"') return { end: at + 1, isWhole: true };
    if (text[at] !== '\\') return { end: at, isWhole: false };
    at += 1;
    const escaped = text[at] ?? '';
    if (escaped === '' || !escapes.includes(escaped)) return { end: at, isWhole: false };
    if (escaped !== 'u') continue;
    for (const end = at + 4; at < end; at += 1)
      if (!isHexDigit(text.charCodeAt(at + 1))) return { end: at + 1, isWhole: false };
  }
  return { end: text.length, isWhole: false };
}

function numberAt(text: string, start: number): Token {
  let at = text[start] === '-' ? start + 1 : start;
  const digits = (): boolean => {
    const from = at;
    while (isDigit(text.charCodeAt(at))) at += 1;
    return at > from;
  };
  if (text[at] === '0') at += 1;
  else if (!digits()) return { end: at, isWhole: false };
  if (text[at] === '.') {
    at += 1;
    if (!digits()) return { end: at, isWhole: false };
  }
  if (text[at] === 'e' || text[at] === 'E') {
    at += 1;
    if (text[at] === '+' || text[at] === '-') at += 1;
    if (!digits()) return { end: at, isWhole: false };
  }
  return { end: at, isWhole: true };
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const isHexDigit = (code: number): boolean =>
  isDigit(code) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46);
