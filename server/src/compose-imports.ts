// The files of an import on this machine: an archive of our format, or those of another service, which are converted to
// one first. What an upload leaves in a temporary directory is removed, also after a crash.

import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CheckedArchive, checkArchive } from './app/porting/checking.ts';
import { convert, vendors } from './app/porting/converting.ts';
import { vendorMapping } from './app/porting/import-mapping.ts';
import { previewOf } from './app/porting/previewing.ts';
import type { VendorFiles, VendorMapping } from './app/porting/vendors/vendor.ts';
import { createArchive, openArchive, openForeignZip } from './compose-archives.ts';
import type { Import, ImportPreview, ImportSource } from './domain/import.ts';
import { badArchive } from './domain/porting/manifest.ts';
import type { ArchiveReader } from './ports/archive.ts';
import type { Files } from './ports/files.ts';
import type { Store } from './ports/store.ts';

const prefix = 'earshot-import-';

/** Names the process, so that another one can tell whether it is still needed. Only we can read it. */
const newDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));

/** Call it when a process starts: removes what processes left that were killed. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Files of another service, under the names that they have there. */
export interface LocalFiles extends VendorFiles {
  pathOf(name: string): string;
}

/** A zip file among the files stands for what is in it. */
async function withUnpacked<T>(files: LocalFiles, work: (files: VendorFiles) => Promise<T>): Promise<T> {
  const isZip = (name: string) => name.toLowerCase().endsWith('.zip');
  const zipOf = new Map<string, ArchiveReader>();
  const zips: ArchiveReader[] = [];
  try {
    for (const name of files.names.filter(isZip)) {
      const zip = await openForeignZip(files.pathOf(name));
      zips.push(zip);
      for (const entry of zip.entries.keys()) zipOf.set(entry, zip);
    }
    return await work({
      names: [...files.names.filter((name) => !isZip(name)), ...[...zipOf.keys()].sort()],
      open(name) {
        const zip = zipOf.get(name);
        return zip === undefined
          ? files.open(name)
          : Readable.from(entryOf(zip, name), { objectMode: false });
      },
    });
  } finally {
    for (const zip of zips) await zip.close();
  }
}

async function* entryOf(zip: ArchiveReader, name: string): AsyncGenerator<Buffer> {
  yield* (await zip.open(name)) as AsyncIterable<Buffer>;
}

/** What a person sees of the files before they are imported. */
export const previewed = (
  source: ImportSource,
  files: LocalFiles,
  mapping: VendorMapping,
  slugs: ReadonlySet<string>,
): Promise<ImportPreview | null> =>
  withUnpacked(files, (unpacked) => previewOf(source, unpacked, mapping, slugs));

/** Converts files of another service, and runs the work on the archive. */
export async function withConverted<T>(
  source: Exclude<ImportSource, 'earshot'>,
  files: LocalFiles,
  mapping: VendorMapping,
  work: (archive: ArchiveReader) => Promise<T>,
): Promise<T> {
  const directory = await newDirectory();
  try {
    const converted = join(directory, 'archive');
    await withUnpacked(files, async (unpacked) =>
      convert(vendors[source], unpacked, mapping, await createArchive(converted)),
    );
    return await reading(converted, work);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export async function reading<T>(path: string, work: (archive: ArchiveReader) => Promise<T>): Promise<T> {
  const archive = await openArchive(path);
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

/** For a worker: brings the uploaded files here, because a zip file is not read in order. */
export const uploadedArchives =
  ({ files, store }: { files: Files; store: Store }) =>
  async <T>(
    workspaceId: string,
    upload: Import,
    signal: AbortSignal,
    work: (checked: CheckedArchive, preview: ImportPreview | null) => Promise<T>,
  ): Promise<T> => {
    const directory = await newDirectory();
    try {
      const local = await fetched(files, upload, directory, signal);
      const { source } = upload;
      if (source === 'earshot') {
        const [name = ''] = local.names;
        return await reading(local.pathOf(name), async (archive) => work(await checkArchive(archive), null));
      }
      const mapping = vendorMapping(upload.mapping);
      const statuses = await store.read.statuses.list(workspaceId);
      const slugs = new Set(statuses.map(({ slug }) => slug));
      const preview = await previewed(source, local, mapping, slugs);
      return await withConverted(source, local, mapping, async (archive) =>
        work(await checkArchive(archive), preview),
      );
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };

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

function unique(name: string, taken: ReadonlyMap<string, string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${number}-${name}`;
  return free;
}
