// Converts the files of another service to an archive of our format.

import { Readable } from 'node:stream';
import type { ImportSource } from '../../domain/import.ts';
import { formatName, formatVersion, type Manifest, manifestName } from '../../domain/porting/manifest.ts';
import { partName, type Resource } from '../../domain/porting/records.ts';
import type { ArchiveWriter } from '../../ports/archive.ts';
import { writePart } from './exporting.ts';
import { cannyVendor } from './vendors/canny.ts';
import { csvVendor } from './vendors/csv.ts';
import { fiderVendor } from './vendors/fider.ts';
import type { Vendor, VendorFiles, VendorMapping } from './vendors/vendor.ts';

export const vendors: Record<Exclude<ImportSource, 'earshot'>, Vendor> = {
  canny: cannyVendor,
  fider: fiderVendor,
  csv: csvVendor(),
};

const linesAtOnce = 200;

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
    for (const resource of vendor.resources)
      manifest.parts.push(await writePart(archive, partName(resource), pagesOf(resource)));
    await archive.add(manifestName, Readable.from([Buffer.from(JSON.stringify(manifest))]));
    await archive.finish();
  } catch (error) {
    await archive.discard();
    throw error;
  }

  async function* pagesOf(wanted: Resource): AsyncGenerator<string[]> {
    const written = new Set<unknown>();
    let lines: string[] = [];
    for await (const { resource, record, file, line } of vendor.read(files, mapping, wanted)) {
      if (resource !== wanted || (once.has(resource) && written.has(record.id))) continue;
      if (once.has(resource)) written.add(record.id);
      lines.push(JSON.stringify({ ...record, source: [file, line] }));
      if (lines.length < linesAtOnce) continue;
      yield lines;
      lines = [];
    }
    yield lines;
  }
}

const sourceShape = /"source":\["((?:[^"\\]|\\.)*)",(\d+)\]\}$/;

/** Where a line of a converted archive comes from. */
export function originOf(line: string): { part: string; line: number } | undefined {
  const found = sourceShape.exec(line);
  return found === null ? undefined : { part: JSON.parse(`"${found[1]}"`), line: Number(found[2]) };
}
