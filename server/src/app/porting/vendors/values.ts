// How values of other services become fields of records. A value that is wrong is kept, and the import refuses it by
// name. Only a list that is too long refuses the whole row.

import { hash } from 'node:crypto';
import { grouped } from '../../../domain/kernel/count.ts';
import { Failure } from '../../../domain/kernel/failure.ts';
import { parseRichText, plainText, type RichText } from '../../../domain/rich-text/rich-text.ts';
import type { Json } from './json-items.ts';
import { type Part, RefusedRow, type VendorMapping } from './vendor.ts';

export const objectOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

/** Of a list in an object, and of the tags in a cell: more than any of them has, and few enough for one turn. */
export const maxEntries = 1_000;

const tooMany = (name: string, max: number) =>
  new RefusedRow(`"${name}" has more than ${grouped(max)} entries.`);

/** The list of this name in an object; empty if there is none. */
export function listIn(object: Json | undefined, name: string, max = maxEntries): unknown[] {
  const value = object?.[name];
  if (!Array.isArray(value)) return [];
  if (value.length > max) throw tooMany(name, max);
  return value;
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** IDs may be numbers elsewhere. */
export const idIn = (value: unknown): unknown =>
  typeof value === 'number' ? String(value) : (value ?? null);

export const idOf = (value: unknown): unknown => idIn(objectOf(value)?.id);

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(.*))?$/;
const zone = /^(?:z|utc|gmt|([+-]\d{2}):?(\d{2})?(?:\s+\w+)?)?$/i;
/** An offset only counts after a time: `02-01-2024` has none. The abbreviations are those that `Date.parse` knows. */
const hasZone = /\b(?:utc|gmt|[ecmp][sd]t)\b|\dz$|:\d{2}(?:\.\d+)?\s*[+-]\d{2}:?\d{2}\b/i;
/** Dates with dots have the day first. */
const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:,?\s+(.*))?$/;
/** Seconds or milliseconds since 1970. */
const epoch = /^\d{9,10}(?:\d{3})?(?:\.\d+)?$/;
const longestSeconds = 1e11;
/** `Wed Jan 31 2026 09:15:02 GMT+0100 (Central European Standard Time)` is a long one. */
const maxTimeLength = 100;

/**
 * The time as ISO 8601 if it can be read; otherwise the text itself, which the import refuses. Without a zone, it is
 * taken as UTC. With slashes, the month comes first.
 */
export function timeOf(value: unknown): unknown {
  if (typeof value === 'number') return timeOf(String(value));
  if (typeof value !== 'string' || value.trim() === '') return null;
  const text = value.trim();
  // The patterns below try every way to divide its spaces.
  if (text.length > maxTimeLength) return text;
  if (/^[\d.]+$/.test(text) && !dotted.test(text)) {
    const since1970 = Number(text);
    if (!epoch.test(text)) return text;
    return new Date(since1970 < longestSeconds ? since1970 * 1000 : since1970).toISOString();
  }
  const [, dotDay, dotMonth, year, dotTime = ''] = dotted.exec(text) ?? [];
  if (dotDay !== undefined && dotMonth !== undefined)
    return timeOf(`${year}-${dotMonth.padStart(2, '0')}-${dotDay.padStart(2, '0')} ${dotTime}`);
  const [, day, time, rest = ''] = iso.exec(text) ?? [];
  if (day !== undefined && time === undefined) return day;
  const [offset, hours, minutes = '00'] = zone.exec(rest) ?? [];
  if (day !== undefined && offset !== undefined)
    return `${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
  const parsed = Date.parse(hasZone.test(text) ? text.replace(/(\d)T(\d)/, '$1 $2') : `${text} UTC`);
  return Number.isNaN(parsed) ? text : new Date(parsed).toISOString();
}

/** `1,204` and `12.0` are numbers, too. Otherwise the text itself, which the import refuses. Null if it is empty. */
export function countIn(text: string): unknown {
  const digits = /^\d{1,3}(?:[ ,.'’\u00a0\u202f]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text;
  if (/^\d{1,15}(?:[.,]0+)?$/.test(digits)) return Number.parseInt(digits, 10);
  return digits === '' ? null : digits;
}

const keyOf = (name: string): string => name.trim().toLowerCase();

export const statusIdOf = (name: string): string | null => keyOf(name) || null;

/** A status of the source: mapped to one of ours, or one with the same name, or a new one. */
export function statusRecord(
  name: string,
  { statuses }: VendorMapping,
  usual: ReadonlyMap<string, string> = new Map(),
): Record<string, unknown> {
  const key = keyOf(name);
  const slug = statuses.get(key) ?? usual.get(key);
  const shown = name.trim();
  return {
    id: key,
    name: `${shown.slice(0, 1).toUpperCase()}${shown.slice(1)}`,
    ...(slug && { slug }),
  };
}

export function* statusPart(
  name: string,
  mapping: VendorMapping,
  usual?: ReadonlyMap<string, string>,
  fields: Record<string, unknown> = {},
): Generator<Part> {
  if (name.trim() !== '')
    yield { resource: 'statuses', record: { ...statusRecord(name, mapping, usual), ...fields } };
}

/** Tags are known by their names. */
export const tagIdsOf = (names: readonly string[]): string[] =>
  names.map(keyOf).filter((name) => name !== '');

export function* tagParts(names: readonly string[]): Generator<Part> {
  for (const name of names)
    if (name.trim() !== '') yield { resource: 'tags', record: { id: keyOf(name), name: name.trim() } };
}

const separators: ReadonlySet<number> = new Set([',', ';', '\n'].map((each) => each.charCodeAt(0)));
const space = 0x20;

/** The list in a cell. Not by splitting it: a cell may have two million separators. */
export function listedIn(text: string, name: string, max = maxEntries): string[] {
  const entries: string[] = [];
  let start: number | undefined;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (at < text.length && !separators.has(code)) {
      if (code !== space) start ??= at;
      continue;
    }
    const entry = start === undefined ? '' : text.slice(start, at).trim();
    start = undefined;
    if (entry !== '') entries.push(entry);
    if (entries.length > max) throw tooMany(name, max);
  }
  return entries;
}

const emailShape = /^[^\s@]+@[^\s@]+$/;

export const isEmail = (text: string): boolean => emailShape.test(text);

/** Someone who is known by their email address only, or without one by their name. */
export function personRecord(
  name: string,
  email: string,
): ({ id: string } & Record<string, unknown>) | undefined {
  if (isEmail(email)) return { id: email.toLowerCase(), email, name, externalId: null };
  return name === '' ? undefined : { id: `name:${name}`, name };
}

function parsedHtml(html: string): RichText | undefined {
  try {
    return parseRichText(html, 'html', 'content');
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** HTML as the plain text of a comment, with the addresses of its pictures. */
export function textOfHtml(html: string): string {
  const document = parsedHtml(html);
  if (document === undefined) return html;
  return [plainText(document), ...imagesIn(document)].filter((line) => line !== '').join('\n');
}

export const imagesOfHtml = (html: string): string[] => {
  const document = parsedHtml(html);
  return document === undefined ? [] : imagesIn(document);
};

function imagesIn(document: RichText): string[] {
  const urls = new Set<string>();
  const visit = (node: unknown): void => {
    const { type, attrs, content } = node as { type?: string; attrs?: { src?: unknown }; content?: unknown };
    if (type === 'image' && typeof attrs?.src === 'string') urls.add(attrs.src);
    for (const child of Array.isArray(content) ? content : []) visit(child);
  };
  visit(document);
  return [...urls];
}

/** Files of a post that have to be fetched. Their IDs are always the same, so that a second import finds them. */
export function* remoteFiles(postId: unknown, urls: readonly unknown[], createdAt: unknown): Generator<Part> {
  for (const url of new Set(urls.map(textIn).filter((text) => /^https?:/i.test(text)))) {
    const id = `file-${hash('sha256', `${postId}\n${url}`, 'hex').slice(0, 32)}`;
    yield { resource: 'attachments', record: { id, postId, url, fileName: fileNameIn(url), createdAt } };
  }
}

function fileNameIn(url: string): string {
  try {
    const { pathname } = new URL(url);
    return decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1)).slice(-255) || 'file';
  } catch {
    return 'file';
  }
}
