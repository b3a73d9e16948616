// Tidies records of other services. What a record can do without is dropped or shortened if it is wrong: one bad picture
// address must not cost a person, and with them their posts and votes. What a record needs stays as it is, so that the
// import refuses it by name.

import { hash } from 'node:crypto';
import { maxTagsPerPost } from '../../../domain/catalog/tag.ts';
import { Failure } from '../../../domain/kernel/failure.ts';
import { firstCharacters } from '../../../domain/kernel/text.ts';
import type { Field } from '../../../domain/porting/fields.ts';
import { type Resource, resources } from '../../../domain/porting/records.ts';
import { maxEntries } from './values.ts';

type Row = Record<string, unknown>;

/** Fields that may be dropped. */
const dispensable: Partial<Record<Resource, readonly string[]>> = {
  postTypes: ['slug', 'color'],
  statuses: ['slug', 'color', 'category'],
  tags: ['color'],
  users: ['externalId', 'name', 'email', 'avatarUrl', 'createdAt'],
  posts: ['sourceUrl', 'importedVotes'],
};

/** Names that may be shortened, in characters. */
const lengths: Partial<Record<Resource, { field: string; max: number }>> = {
  postTypes: { field: 'name', max: 64 },
  statuses: { field: 'name', max: 64 },
  tags: { field: 'name', max: 64 },
  users: { field: 'name', max: 200 },
  posts: { field: 'title', max: 200 },
};

const maxIdLength = 255;

/** An ID that is too long, such as that of a tag with a long name; the same wherever it is named. */
const shortId = (id: string): string =>
  id.length <= maxIdLength ? id : `long-${hash('sha256', id, 'hex').slice(0, 32)}`;

/** Not the ID in the customer's own system: nothing else names that. */
const isId = (name: string): boolean => name !== 'externalId' && (name === 'id' || /Ids?$/.test(name));

/**
 * Without NUL characters and halves of characters, which cannot be stored. Records have texts, and lists or objects of
 * texts. Of anything that is larger, only that it is wrong is left.
 */
function clean(value: unknown, name: string, onChange: (name: string) => void, level = 0): unknown {
  if (typeof value === 'string') {
    const text = value.replaceAll('\0', '').toWellFormed();
    if (text !== value) onChange(name);
    return isId(name) ? shortId(text) : text;
  }
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  if (level > 1 || (isList ? value : Object.keys(value)).length > maxEntries) return {};
  if (isList) return value.map((each) => clean(each, name, onChange, level + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, clean(each, key, onChange, level + 1)]),
  );
}

/** The warnings say what was left out or cut; `refused`, why a field that is called differently makes the record useless. */
export function tidied(
  resource: Resource,
  given: Row,
  called: Readonly<Record<string, string>> = {},
): { record: Row; warnings: string[]; refused?: string | undefined } {
  const warnings: string[] = [];
  const sourceName = (name: string) => called[name] ?? name;
  const warn = (name: string, what: string) => void warnings.push(`"${sourceName(name)}" ${what}`);
  const record = clean(given, '', (name) =>
    warn(name, 'had characters that cannot be stored. They were removed.'),
  ) as Row;
  shorten(resource, record, warn);
  const fields = resources[resource] as unknown as Record<string, Field<unknown>>;
  for (const name of dispensable[resource] ?? []) {
    const flaw = flawOf(fields[name], record[name], sourceName(name));
    if (flaw === undefined) continue;
    if (!isBlank(record[name])) warnings.push(`${flaw} It was left out.`);
    record[name] = null;
  }
  if (resource === 'posts' && Array.isArray(record.tagIds)) {
    const tagIds = [...new Set(record.tagIds)];
    record.tagIds = tagIds.slice(0, maxTagsPerPost);
    if (tagIds.length > maxTagsPerPost)
      warn('tagIds', `has ${tagIds.length} tags. Only the first ${maxTagsPerPost} were kept.`);
  }
  const refused = Object.keys(called)
    .map((name) => flawOf(fields[name], record[name], sourceName(name)))
    .find((flaw) => flaw !== undefined);
  return { record, warnings, refused };
}

/** Nothing is lost with such a text. */
const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Why the field refuses the value. */
function flawOf(field: Field<unknown> | undefined, value: unknown, name: string): string | undefined {
  try {
    field?.read(value, name);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

function shorten(resource: Resource, row: Row, warn: (name: string, what: string) => void): void {
  const limit = lengths[resource];
  const text = limit === undefined ? undefined : row[limit.field];
  if (limit === undefined || typeof text !== 'string') return;
  const trimmed = text.trim();
  if (firstCharacters(trimmed, limit.max) === trimmed) return;
  warn(limit.field, `has more than ${limit.max} characters. It was cut.`);
  row[limit.field] = `${firstCharacters(trimmed, limit.max - 1).trim()}…`;
  if (resource === 'posts') row.description = withLine(row.description, text);
}

/** A title that is cut stays whole in the description. */
function withLine(description: unknown, line: string): unknown {
  const { markdown, html } = (description ?? {}) as { markdown?: unknown; html?: unknown };
  if (typeof html === 'string') return { html: `<p>${escaped(line)}</p>${html}` };
  return typeof markdown === 'string' ? { markdown: `${line}\n\n${markdown}` } : description;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
