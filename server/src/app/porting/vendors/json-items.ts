// Reads the objects of a JSON file one by one, however large the file is: an answer of an API with a list in it, several
// answers one after another or in a list, a list of objects, or one object per line.

import { grouped } from '../../../domain/kernel/count.ts';
import { notJson } from '../../../domain/kernel/json-error.ts';
import { isWithinSize } from '../../../domain/kernel/json-size.ts';
import { badArchive } from '../../../domain/porting/manifest.ts';
import { Turn } from '../turns.ts';
import { textOf } from './decoding.ts';
import type { VendorFiles } from './vendor.ts';

export type Json = Record<string, unknown>;

export interface JsonItem {
  /** Its place in the file, from 1. */
  line: number;
  /** Without anything if it is refused. */
  item: Json;
  /** Why it can't be imported. */
  refused?: string;
}

/** Characters of one object, which is parsed in one go. */
const maxItemLength = 2 * 1024 * 1024;
/** Names and values of one object: texts are HTML or Markdown, so they are few. */
const maxItemSize = 75_000;
/** More than any service has. What is deeper would exhaust the stack of whatever looks into it. */
const maxLevels = 100;

const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

const comma = 0x2c;
const space = 0x20;

/** What may stand between two answers. Checked for each character, so the most frequent one comes first. */
const isBetween = (code: number): boolean =>
  code === space || code === comma || /\s/.test(String.fromCharCode(code));

/** `lists` are the names that the list can have in an answer. */
export async function* jsonItems(
  files: VendorFiles,
  name: string,
  lists: readonly string[],
): AsyncGenerator<JsonItem> {
  const splitter = jsonSplitter(lists);
  const turn = new Turn();
  let line = 0;
  try {
    for await (const chunk of textOf(files, name)) {
      for (const { text, levels } of splitter.take(chunk)) {
        line += 1;
        if (levels <= maxLevels) yield { line, item: parsed(text) };
        else yield { line, item: {}, refused: `The object has more than ${maxLevels} levels.` };
        if (turn.isOver) await turn.end();
      }
      if (turn.isOver) await turn.end();
    }
    splitter.end();
  } catch (error) {
    if (error instanceof SyntaxError) throw badArchive(`"${name}" is not valid JSON.`);
    if (error instanceof NotJson) throw badArchive(`"${name}" ${error.message} of object ${line}.`);
    if (error instanceof TooLarge) throw badArchive(`"${name}" has an object of more than ${error.message}.`);
    throw error;
  }
}

function parsed(text: string): Json {
  if (text.length > maxItemLength) throw tooLong();
  if (!isWithinSize(text, maxItemSize)) throw new TooLarge(`${grouped(maxItemSize)} names and values`);
  try {
    // It begins with a brace, so it is an object.
    return JSON.parse(text) as Json;
  } catch {
    throw new NotJson(notJson(text));
  }
}

/** Its message is the place. */
class NotJson extends Error {}

/** Its message is the limit. */
class TooLarge extends Error {}

const tooLong = () => new TooLarge(`${maxItemLength} characters`);

interface Found {
  text: string;
  levels: number;
}

/** Finds where objects begin and end. What is in them is checked when they are parsed. */
function jsonSplitter(lists: readonly string[]) {
  const longestName = Math.max(...lists.map(({ length }) => length));
  let text = '';
  let at = 0;
  /** Up to here, the string that begins at `at` is known not to end. */
  let searchedTo = 0;
  let depth = 0;
  /** The deepest place of the object that is being read. */
  let deepest = 0;
  let lastString = '';
  /** The object that is being read: an item, or an answer with a list of them. */
  let outer: { start: number; depth: number } | undefined;
  /** In an answer: depth of its items, and where the one that is being read began. */
  let itemDepth: number | undefined;
  let itemStart: number | undefined;

  const found = (start: number): Found => ({ text: text.slice(start, at + 1), levels: deepest - depth });

  const open = (code: number): void => {
    if (outer === undefined) {
      if (code === openBrace) outer = { start: at, depth };
      deepest = depth;
    } else if (itemDepth === undefined) {
      if (code === openBracket && depth === outer.depth + 1 && lists.includes(lastString))
        itemDepth = depth + 1;
    } else if (code === openBrace && depth === itemDepth) {
      itemStart = at;
      deepest = depth;
    }
    depth += 1;
    deepest = Math.max(deepest, depth);
  };

  const close = (): Found | undefined => {
    depth -= 1;
    if (depth < 0) throw new SyntaxError('closed without being opened');
    if (outer === undefined || (itemStart === undefined && depth > outer.depth)) return undefined;
    if (itemStart !== undefined && depth === itemDepth) {
      const item = found(itemStart);
      itemStart = undefined;
      return item;
    }
    if (depth !== outer.depth) return undefined;
    const item = itemDepth === undefined ? found(outer.start) : undefined;
    outer = undefined;
    itemDepth = undefined;
    return item;
  };

  /** Drops what is not needed anymore: of an answer, only the item that is being read is kept. */
  const shorten = (): void => {
    const kept = itemStart ?? (itemDepth === undefined ? outer?.start : undefined) ?? at;
    if (text.length - kept > maxItemLength) throw tooLong();
    text = text.slice(kept);
    at -= kept;
    searchedTo -= kept;
    if (itemStart !== undefined) itemStart -= kept;
    if (outer !== undefined) outer.start -= kept;
  };

  return {
    *take(chunk: string): Generator<Found> {
      text += chunk;
      for (; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (code === quote && depth > 0) {
          const end = endOfString(text, Math.max(at + 1, searchedTo));
          if (end === undefined) {
            // The rest of it is still to come.
            searchedTo = text.length;
            break;
          }
          // Names within an item don't matter.
          if (itemStart === undefined) lastString = text.slice(at + 1, Math.min(end, at + 2 + longestName));
          at = end;
        } else if (code === openBrace || code === openBracket) open(code);
        else if (code === closeBrace || code === closeBracket) {
          const item = close();
          if (item !== undefined) yield item;
        } else if (depth === 0 && !isBetween(code)) throw new SyntaxError('not a list');
      }
      shorten();
    },
    end(): void {
      if (depth !== 0 || at < text.length) throw new SyntaxError('ended too early');
    },
  };
}

/** `from` is within the string. Not by a regular expression, which fails on a string of megabytes. */
function endOfString(text: string, from: number): number | undefined {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return undefined;
}
