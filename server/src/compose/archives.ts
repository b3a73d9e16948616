// Opens and creates archives of exports, by the form of their path.

import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { conflict } from '../domain/kernel/failure.ts';
import { badArchive } from '../domain/porting/manifest.ts';
import { createDirectory, openDirectory } from '../engines/archive/directory.ts';
import { createZip, openZip, type ZipLimits } from '../engines/archive/zip.ts';
import type { ArchiveReader, ArchiveWriter } from '../ports/porting/archive.ts';

export type ArchiveLimits = Omit<ZipLimits, 'checkName'>;

/** A directory, or a zip file. */
export async function openArchive(path: string, limits?: ArchiveLimits): Promise<ArchiveReader> {
  const found = await stat(path).catch((error: Error) => {
    throw badArchive(`The archive cannot be read: ${error.message}.`);
  });
  return found.isDirectory() ? openDirectory(path) : openZip(path, limits);
}

/** A zip file of another service. Its names are only compared and reported, never used as paths. */
export const openForeignZip = (path: string, limits: ArchiveLimits): Promise<ArchiveReader> =>
  openZip(path, { ...limits, checkName: shortName });

const maxNameBytes = 255;

/** Each error of an import repeats the name of its file. */
function shortName(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  throw badArchive(`The zip file contains a name of more than ${maxNameBytes} bytes.`);
}

/** A zip file if the name ends so, otherwise a directory. Refuses to replace anything. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw conflict(`"${path}" exists already.`);
  const directory = dirname(resolve(path));
  await access(directory, constants.W_OK).catch((error: Error) => {
    throw conflict(`"${directory}" cannot be written: ${error.message}.`);
  });
  return path.toLowerCase().endsWith('.zip') ? createZip(path) : createDirectory(path);
}
