// Checks an archive before anything is imported: its manifest, and the size, hash and number of records of each part.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  badArchive,
  type Manifest,
  manifestName,
  readManifest,
} from '../../../../domain/porting/manifest.ts';
import { fileEntry, partName, resourceNames } from '../../../../domain/porting/records.ts';
import type { ArchiveReader } from '../../../../ports/porting/archive.ts';
import { intact } from './lines.ts';
import { type Pace, pacedBytes } from './pacing.ts';

export interface CheckedArchive {
  archive: ArchiveReader;
  manifest: Manifest;
  /** SHA-256 of the manifest, which has the hashes of everything else. */
  digest: string;
}

const maxManifestBytes = 1024 * 1024;
const lineFeed = 0x0a;
const entryCost = 4 * 1024;

/** With `pace`, it pauses at intervals, and stops there if that fails. */
export async function checkArchive(archive: ArchiveReader, pace?: Pace): Promise<CheckedArchive> {
  const passed = pacedBytes(pace);
  const { manifest, digest } = await manifestOf(archive);
  const known = new Set([...resourceNames, 'ledger' as const].map(partName));
  const listed = new Set<string>();
  for (const part of manifest.parts) {
    // Each would be read again.
    if (listed.has(part.name)) throw badArchive(`The manifest lists a part twice: "${part.name}".`);
    listed.add(part.name);
    if (!known.has(part.name)) throw badArchive(`The manifest lists an unknown part: "${part.name}".`);
    if (archive.entries.get(part.name) !== part.bytes) throw doesNotMatch(part.name);
    const found = await digestOf(archive, part.name, passed);
    if (found.sha256 !== part.sha256 || found.lines !== part.records) throw doesNotMatch(part.name);
  }
  for (const name of archive.entries.keys()) {
    if (name.endsWith('.ndjson') && !listed.has(name))
      throw badArchive(`The archive contains ${name}, which its manifest does not list.`);
    if (!name.startsWith('files/')) continue;
    const { sha256 } = await digestOf(archive, name, passed);
    if (fileEntry(sha256) !== name) throw doesNotMatch(name);
  }
  return { archive, manifest, digest };
}

const doesNotMatch = (name: string) =>
  badArchive(`The archive's ${name} does not match its manifest: it was changed, or damaged on the way.`);

async function manifestOf(archive: ArchiveReader): Promise<{ manifest: Manifest; digest: string }> {
  const bytes = archive.entries.get(manifestName);
  if (bytes === undefined)
    throw badArchive(`The archive has no ${manifestName}: it is not an Earshot export.`);
  if (bytes > maxManifestBytes) throw badArchive(`The archive's ${manifestName} is too large.`);
  const chunks: Buffer[] = [];
  for await (const chunk of intact(manifestName, await archive.open(manifestName))) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  return {
    manifest: readManifest(whole.toString('utf8')),
    digest: createHash('sha256').update(whole).digest('hex'),
  };
}

async function digestOf(
  archive: ArchiveReader,
  name: string,
  passed: (bytes: number) => Promise<void>,
): Promise<{ sha256: string; lines: number }> {
  const hash = createHash('sha256');
  let lines = 0;
  // An entry costs something even if it is empty.
  await passed(entryCost);
  for await (const chunk of intact(name, await archive.open(name))) {
    await passed(chunk.length);
    hash.update(chunk);
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines += 1;
  }
  return { sha256: hash.digest('hex'), lines };
}

/** The bytes of an entry; a break-off is reported as a damaged archive. */
export const entryOf = async (archive: ArchiveReader, name: string): Promise<Readable> =>
  Readable.from(intact(name, await archive.open(name)), { objectMode: false });
