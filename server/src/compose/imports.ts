// The files of an import on this machine: an archive of our format, or those of another service, which are converted to
// one first.

import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CheckedArchive, checkArchive } from '../app/porting/import/read/checking.ts';
import { convert, vendors } from '../app/porting/import/read/converting.ts';
import { intact } from '../app/porting/import/read/lines.ts';
import { vendorMapping } from '../app/porting/import/read/mapping.ts';
import { type Pace, pacedFiles } from '../app/porting/import/read/pacing.ts';
import { previewOf } from '../app/porting/import/read/previewing.ts';
import { likelySource } from '../app/porting/vendors/guessing.ts';
import type { VendorFiles, VendorMapping } from '../app/porting/vendors/vendor.ts';
import type { Import, ImportPreview, ImportSource } from '../domain/porting/import.ts';
import { badArchive } from '../domain/porting/manifest.ts';
import { inScratch } from '../engines/files/scratch.ts';
import type { Files } from '../ports/files/files.ts';
import type { ArchiveReader } from '../ports/porting/archive.ts';
import type { Store } from '../ports/store.ts';
import type { JobTools } from '../workers/jobs.ts';
import { type ArchiveLimits, createArchive, openArchive, openForeignZip } from './archives.ts';

/** In all zip files of another service together. */
const maxForeignEntries = 100_000;
/** In an uploaded archive of our format: one for each attached file. */
const maxUploadedEntries = 250_000;
/** How many times the size of an upload its zip files may expand to, together. */
const maxExpansion = 20;

const inNewDirectory = <T>(work: (directory: string) => Promise<T>): Promise<T> =>
  inScratch(tmpdir(), 'import', work);

/** Files of another service, under the names that they have there. */
export interface LocalFiles extends VendorFiles {
  pathOf(name: string): string;
}

/** `maxBytes` is for what is in zip files. */
interface ReadingLimits {
  maxBytes?: number;
  pace?: Pace;
}

/** A zip file among the files stands for what is in it. */
async function withUnpacked<T>(
  files: LocalFiles,
  maxBytes: number | undefined,
  work: (files: VendorFiles) => Promise<T>,
): Promise<T> {
  const isZip = (name: string) => name.toLowerCase().endsWith('.zip');
  const sources = new Map<string, () => Readable>();
  const add = (name: string, open: () => Readable) => sources.set(unique(name, sources), open);
  const zips: ArchiveReader[] = [];
  const left = { entries: maxForeignEntries, bytes: maxBytes ?? Number.POSITIVE_INFINITY };
  try {
    for (const name of files.names.filter((each) => !isZip(each))) add(name, () => files.open(name));
    for (const name of files.names.filter(isZip)) {
      const zip = await openForeignZip(files.pathOf(name), left);
      zips.push(zip);
      left.entries -= zip.entries.size;
      for (const [entry, bytes] of zip.entries) {
        add(entry, () => Readable.from(entryOf(zip, entry), { objectMode: false }));
        left.bytes -= bytes;
      }
    }
    return await work({
      names: [...sources.keys()],
      open: (name) => sources.get(name)?.() ?? files.open(name),
    });
  } finally {
    for (const zip of zips) await zip.close();
  }
}

async function* entryOf(zip: ArchiveReader, name: string): AsyncGenerator<Buffer> {
  yield* intact(name, await zip.open(name));
}

/** What a person sees of the files before they are imported. */
export const previewed = (
  source: ImportSource,
  files: LocalFiles,
  mapping: VendorMapping,
  slugs: ReadonlySet<string>,
  { maxBytes, pace }: ReadingLimits = {},
): Promise<ImportPreview | null> =>
  withUnpacked(files, maxBytes, (unpacked) => previewOf(source, pacedFiles(unpacked, pace), mapping, slugs));

/** The service that seems to have written the files. */
export const guessedSource = (files: LocalFiles): Promise<ImportSource | undefined> =>
  withUnpacked(files, undefined, likelySource);

/** Converts files of another service, and runs the work on the archive. */
export const withConverted = <T>(
  source: Exclude<ImportSource, 'earshot'>,
  files: LocalFiles,
  mapping: VendorMapping,
  work: (archive: ArchiveReader) => Promise<T>,
  { maxBytes, pace }: ReadingLimits = {},
): Promise<T> =>
  inNewDirectory(async (directory) => {
    const converted = join(directory, 'archive');
    await withUnpacked(files, maxBytes, async (unpacked) =>
      convert(vendors[source], pacedFiles(unpacked, pace), mapping, await createArchive(converted)),
    );
    return reading(converted, work);
  });

export async function reading<T>(
  path: string,
  work: (archive: ArchiveReader) => Promise<T>,
  limits?: ArchiveLimits,
): Promise<T> {
  const archive = await openArchive(path, limits);
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

/** For a worker: brings the uploaded files here, because a zip file is not read in order. */
export const uploadedArchives =
  ({ files, store, maxBytes }: { files: Files; store: Store; maxBytes: number }) =>
  <T>(
    workspaceId: string,
    upload: Import,
    { signal, pace }: JobTools,
    work: (checked: CheckedArchive, preview: ImportPreview | null) => Promise<T>,
  ): Promise<T> =>
    inNewDirectory(async (directory) => {
      const local = await fetched(files, upload, directory, signal);
      const { source } = upload;
      const bytes = maxExpansion * maxBytes;
      if (source === 'earshot') {
        const [name = ''] = local.names;
        const checked = async (archive: ArchiveReader) => work(await checkArchive(archive, pace), null);
        return reading(local.pathOf(name), checked, { entries: maxUploadedEntries, bytes });
      }
      const mapping = vendorMapping(upload.mapping);
      const statuses = await store.read.statuses.list(workspaceId);
      const slugs = new Set(statuses.map(({ slug }) => slug));
      const limits = { maxBytes: bytes, pace };
      const preview = await previewed(source, local, mapping, slugs, limits);
      const checked = async (archive: ArchiveReader) => work(await checkArchive(archive, pace), preview);
      return withConverted(source, local, mapping, checked, limits);
    });

/** The names that people gave to the files are not used as paths. */
async function fetched(
  files: Files,
  upload: Import,
  directory: string,
  signal: AbortSignal,
): Promise<LocalFiles> {
  const folder = join(directory, 'upload');
  await mkdir(folder);
  const paths = new Map<string, string>();
  for (const [index, { name, key, size }] of upload.files.entries()) {
    const path = join(folder, `${index}.zip`);
    const bytes = await files.read(key, undefined, size);
    if (bytes === undefined) throw badArchive('The uploaded files are no longer there; upload them again.');
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }), { signal });
    paths.set(unique(name, paths), path);
  }
  const pathOf = (name: string) => paths.get(name) ?? '';
  return { names: [...paths.keys()], pathOf, open: (name) => createReadStream(pathOf(name), { signal }) };
}

/** As if it were in another folder: what a file contains is told by its own name. */
function unique(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${number}/${name}`;
  return free;
}
