// Converts the files of another service to an archive of our format.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ImportSource } from '../../../../domain/porting/import.ts';
import {
  formatName,
  formatVersion,
  type Manifest,
  manifestName,
} from '../../../../domain/porting/manifest.ts';
import { fileEntry, partName, type Resource } from '../../../../domain/porting/records.ts';
import type { ArchiveWriter } from '../../../../ports/porting/archive.ts';
import { writePart } from '../../export/exporting.ts';
import { cannyVendor } from '../../vendors/canny.ts';
import { csvVendor } from '../../vendors/csv.ts';
import { featurebaseVendor } from '../../vendors/featurebase.ts';
import { fiderVendor } from '../../vendors/fider.ts';
import { productboardVendor } from '../../vendors/productboard.ts';
import { quackbackVendor } from '../../vendors/quackback.ts';
import { readParts } from '../../vendors/readers.ts';
import { tidied } from '../../vendors/tidying.ts';
import { unusedColumns } from '../../vendors/unused-columns.ts';
import type { Vendor, VendorFiles, VendorMapping } from '../../vendors/vendor.ts';
import { CompactTable, digestOf } from '../compact-table.ts';

export const vendors: Record<Exclude<ImportSource, 'earshot'>, Vendor> = {
  canny: cannyVendor,
  fider: fiderVendor,
  featurebase: featurebaseVendor,
  quackback: quackbackVendor,
  productboard: productboardVendor,
  csv: csvVendor(),
};

const linesAtOnce = 200;
const charactersAtOnce = 256 * 1024;

/** People, tags, statuses and types are named by many rows, and written once. */
const once: ReadonlySet<Resource> = new Set(['postTypes', 'statuses', 'tags', 'users']);

/** The same files make the same archive, so that an interrupted import can be resumed. */
export async function convert(
  vendor: Vendor,
  files: VendorFiles,
  mapping: VendorMapping,
  archive: ArchiveWriter,
): Promise<void> {
  const manifest: Manifest = {
    format: formatName,
    formatVersion,
    program: 'converted',
    schema: null,
    createdAt: '1970-01-01T00:00:00.000Z',
    workspace: { id: '', slug: '', name: '', userId: '' },
    parts: [],
    files: { count: 0, bytes: 0 },
  };
  try {
    const contents = await contentsOf(vendor, files, mapping);
    manifest.notes = await unusedColumns(vendor, files, mapping);
    for (const resource of vendor.resources)
      manifest.parts.push(await writePart(archive, partName(resource), pagesOf(resource, contents)));
    const added = new Set<string>();
    for (const [name, { sha256, size }] of contents) {
      if (added.has(sha256)) continue;
      await archive.add(fileEntry(sha256), files.open(name));
      added.add(sha256);
      manifest.files.count += 1;
      manifest.files.bytes += size;
    }
    await archive.add(manifestName, Readable.from([Buffer.from(JSON.stringify(manifest))]));
    await archive.finish();
  } catch (error) {
    await archive.discard();
    throw error;
  }

  async function* pagesOf(wanted: Resource, contents: Contents): AsyncGenerator<string[]> {
    const written = new CompactTable();
    let lines: string[] = [];
    let characters = 0;
    for await (const part of readParts(vendor, files, mapping, wanted)) {
      const { record: given, called, content, file, line } = part;
      const { record, warnings, refused = part.refused } = tidied(wanted, given, called);
      if (once.has(wanted)) {
        const digest = digestOf(String(record.id));
        if (written.get(digest) !== undefined) continue;
        written.set(digest, 0);
      }
      const found = content === undefined ? undefined : contents.get(content);
      const fields = refused === undefined ? { ...record, ...found } : { refused };
      const notes = refused === undefined ? warnings : [];
      const text = JSON.stringify({ ...fields, readFrom: [file, line, ...notes] });
      lines.push(text);
      characters += text.length;
      if (lines.length < linesAtOnce && characters < charactersAtOnce) continue;
      yield lines;
      lines = [];
      characters = 0;
    }
    yield lines;
  }
}

/** The attached files of an export, by name. */
type Contents = ReadonlyMap<string, { sha256: string; size: number }>;

async function contentsOf(vendor: Vendor, files: VendorFiles, mapping: VendorMapping): Promise<Contents> {
  const contents = new Map<string, { sha256: string; size: number }>();
  if (!vendor.resources.includes('attachments')) return contents;
  for await (const { content } of readParts(vendor, files, mapping, 'attachments')) {
    if (content === undefined || contents.has(content)) continue;
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of files.open(content) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
    contents.set(content, { sha256: hash.digest('hex'), size });
  }
  return contents;
}

const refusedShape = /^\{"refused":("(?:[^"\\]|\\.)*"),"readFrom":\[/;

/** Why a line of a converted archive can't be imported, if the importer says so. */
export function refusalOf(line: string): string | undefined {
  const found = refusedShape.exec(line)?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}

const sourceShape = /"readFrom":(\["(?:[^"\\]|\\.)*",\d+(?:,"(?:[^"\\]|\\.)*")*\])\}$/;

export interface Origin {
  at: { part: string; line: number };
  warnings: string[];
}

/** Where a line of a converted archive comes from, and what was left out of it or cut. */
export function originOf(text: string): Origin | undefined {
  const found = sourceShape.exec(text)?.[1];
  if (found === undefined) return undefined;
  const [part, line, ...warnings]: [string, number, ...string[]] = JSON.parse(found);
  return { at: { part, line }, warnings };
}
