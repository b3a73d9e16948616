// The manifest of an export: what the archive contains, and by which program it was written.

import { Failure } from '../kernel/failure.ts';
import { notJson } from '../kernel/json-error.ts';
import { isWithinSize } from '../kernel/json-size.ts';
import type { PortableSettings } from '../site/site.ts';
import { readFields } from './fields.ts';
import { siteFields } from './records.ts';

export const manifestName = 'manifest.json';
export const formatName = 'earshot-export';
/** Raised when an older program could misread an archive. New optional fields don't raise it. */
export const formatVersion = 1;

export interface ManifestPart {
  name: string;
  records: number;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: typeof formatName;
  formatVersion: number;
  /** The version of the program that wrote it. */
  program: string;
  /** The last migration of its database; null if the source was another service. */
  schema: string | null;
  createdAt: string;
  workspace: { id: string; slug: string; name: string; userId: string };
  parts: ManifestPart[];
  files: { count: number; bytes: number };
  /** The settings of the public site, if they were ever edited. */
  site?: PortableSettings;
  /** What the conversion of another service's files left out, in all rows of a file. */
  notes?: { part: string; line: number; message: string }[];
}

/** An archive that can't be imported: one sentence for whoever started the import. */
export const badArchive = (message: string): Failure => new Failure('BAD_REQUEST', message);

/** Names and values: ten times as many as any of ours has. */
const maxManifestSize = 5_000;

export function readManifest(text: string): Manifest {
  if (!isWithinSize(text, maxManifestSize)) throw badArchive(`The archive's ${manifestName} is too large.`);
  let json: Partial<Manifest>;
  try {
    json = JSON.parse(text);
  } catch {
    throw badArchive(`The archive's ${manifestName} ${notJson(text)}.`);
  }
  if (json?.format !== formatName)
    throw badArchive('The archive is not an Earshot export: its manifest has another format.');
  if (typeof json.formatVersion !== 'number' || json.formatVersion > formatVersion)
    throw badArchive(
      `The archive has format version ${String(json.formatVersion)}, and this program reads up to ${formatVersion}: import it with a newer Earshot.`,
    );
  if (!isWhole(json)) throw badArchive(`The archive's ${manifestName} is incomplete.`);
  return { ...json, ...(json.site && { site: siteIn(json.site) }) };
}

function siteIn(json: object): PortableSettings {
  try {
    return readFields(siteFields, json as Record<string, unknown>);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw badArchive(`The public site in the archive's ${manifestName} is invalid: ${error.message}`);
  }
}

const isWhole = (json: Partial<Manifest>): json is Manifest =>
  Array.isArray(json.parts) &&
  json.parts.every(
    (part) =>
      typeof part?.name === 'string' &&
      typeof part.sha256 === 'string' &&
      Number.isSafeInteger(part.records) &&
      Number.isSafeInteger(part.bytes),
  ) &&
  typeof json.workspace?.userId === 'string';
