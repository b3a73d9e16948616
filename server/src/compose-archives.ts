// Opens and creates archives of exports, by the form of their path.

import { stat } from 'node:fs/promises';
import { conflict } from './domain/failure.ts';
import { badArchive } from './domain/porting/manifest.ts';
import { createDirectory, openDirectory } from './engines/archive/directory.ts';
import { createZip, openZip } from './engines/archive/zip.ts';
import type { ArchiveReader, ArchiveWriter } from './ports/archive.ts';

/** A directory, or a zip file. */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const found = await stat(path).catch((error: Error) => {
    throw badArchive(`The archive cannot be read: ${error.message}.`);
  });
  return found.isDirectory() ? openDirectory(path) : openZip(path);
}

/** A zip file of another service. Its names are only compared, never used as paths. */
export const openForeignZip = (path: string): Promise<ArchiveReader> => openZip(path, (name) => name);

/** A zip file if the name ends so, otherwise a directory. Refuses to replace anything. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw conflict(`"${path}" exists already.`);
  return path.toLowerCase().endsWith('.zip') ? createZip(path) : createDirectory(path);
}
