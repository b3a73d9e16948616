// Reads a backup: its manifest, its list of files, and the digests of its parts.

import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  type BackedUpFile,
  type BackupManifest,
  type BackupPart,
  fileListName,
  manifestName,
  parseFileLine,
  parseManifest,
} from '../../domain/files/backup.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import type { StoredBackup } from '../../ports/files/backup-place.ts';

/** Larger than any manifest, smaller than memory. */
const maxManifestBytes = 64 * 1024 * 1024;

export async function readManifest(
  backup: Pick<StoredBackup, 'read' | 'description'>,
): Promise<BackupManifest> {
  const bytes = await backup.read(manifestName);
  if (bytes === undefined)
    throw conflict(`"${backup.description}" is not a complete backup: it has no ${manifestName}.`);
  const { sha256, ...manifest } = parseManifest(await text(limited(bytes)));
  // Older versions wrote none.
  if (sha256 !== undefined && sha256 !== digestOfManifest(manifest))
    throw conflict('The manifest of the backup is damaged: its SHA-256 is another one.');
  return manifest;
}

/** With a digest of its own, so that damage to it is found, too. */
export const manifestText = (manifest: BackupManifest): string =>
  jsonText({ ...manifest, sha256: digestOfManifest(manifest) });

const jsonText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const digestOfManifest = (manifest: BackupManifest): string =>
  createHash('sha256').update(jsonText(manifest)).digest('hex');

async function* limited(bytes: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxManifestBytes) throw conflict('The manifest of the backup is damaged.');
    yield chunk;
  }
}

/** The files that the database of the backup names. */
export async function* filesIn({ read }: Pick<StoredBackup, 'read'>): AsyncGenerator<BackedUpFile> {
  const bytes = await read(fileListName);
  if (bytes === undefined) throw conflict('The backup has no list of files.');
  for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield parseFileLine(line);
}

export async function digestOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/** What is wrong with a part; undefined if it is as the manifest says. */
export async function partProblem(
  { read }: Pick<StoredBackup, 'read'>,
  { name, size, sha256 }: BackupPart,
): Promise<string | undefined> {
  const bytes = await read(name);
  if (bytes === undefined) return `${name} is missing`;
  const hash = createHash('sha256');
  let found = 0;
  for await (const chunk of bytes) {
    found += chunk.length;
    hash.update(chunk);
  }
  if (found !== size) return `${name} has ${found} bytes instead of ${size}`;
  return hash.digest('hex') === sha256 ? undefined : `${name} is damaged: its SHA-256 is another one`;
}

/** What is wrong with a file; undefined if it is there with the right bytes. */
export async function fileProblem(
  { files }: Pick<StoredBackup, 'files'>,
  { fileKey, size, sha256 }: BackedUpFile,
): Promise<'missing' | 'damaged' | undefined> {
  if ((await files.sizeOf(fileKey)) === undefined) return 'missing';
  if ((await files.sizeOf(fileKey)) !== size) return 'damaged';
  const bytes = await files.read(fileKey);
  if (bytes === undefined) return 'missing';
  return (await digestOf(bytes)) === sha256 ? undefined : 'damaged';
}
