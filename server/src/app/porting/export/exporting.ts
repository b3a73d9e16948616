// Writes a workspace to an archive, as a stream: a page of rows at a time, all from one snapshot of the store.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { toIso } from '../../../domain/kernel/clock.ts';
import { conflict, notFound } from '../../../domain/kernel/failure.ts';
import type { SortKey } from '../../../domain/kernel/page.ts';
import { type Fields, writeRecord } from '../../../domain/porting/fields.ts';
import {
  formatName,
  formatVersion,
  type Manifest,
  type ManifestPart,
  manifestName,
} from '../../../domain/porting/manifest.ts';
import {
  fileEntry,
  partName,
  type Resource,
  resourceNames,
  resources,
} from '../../../domain/porting/records.ts';
import { portableSettings } from '../../../domain/site/site.ts';
import type { Files } from '../../../ports/files/files.ts';
import type { ArchiveWriter } from '../../../ports/porting/archive.ts';
import type { ExportedRows } from '../../../ports/porting/porting-store.ts';
import type { Snapshot, Store } from '../../../ports/store.ts';
import { recordsOf } from './exported-records.ts';
import { rowsOf } from './rows.ts';

export interface ExportDeps {
  store: Store;
  files: Files;
  clock: Clock;
  /** The version of the program. */
  version: string;
}

export interface ExportOrder {
  workspaceId: string;
  /** Adds the ledger, which an import ignores. */
  withLedger: boolean;
  /** Finish even if files are missing from the store. */
  leaveLostFiles: boolean;
  onProgress?: OnProgress;
}

/**
 * Called between pages, with the number of records written so far and of those that there are. It may delay the export,
 * or end it by throwing.
 */
export type OnProgress = (records: number, total: number) => void | Promise<void>;

/** Counted only for someone who wants to know. */
export async function totalOf(
  snapshot: Snapshot,
  { workspaceId, onProgress }: Pick<ExportOrder, 'workspaceId' | 'onProgress'>,
  tables: readonly (keyof ExportedRows)[],
): Promise<number> {
  let total = 0;
  if (onProgress === undefined) return total;
  for (const table of tables) total += await snapshot.count(workspaceId, table);
  return total;
}

export interface Exported {
  manifest: Manifest;
  /** Digests of files that the store no longer has. */
  lostFiles: string[];
}

/** Removes what it wrote if it fails. */
export async function exportWorkspace(
  deps: ExportDeps,
  order: ExportOrder,
  archive: ArchiveWriter,
): Promise<Exported> {
  try {
    const exported = await deps.store.snapshot((snapshot) => writeParts(deps, order, archive, snapshot));
    await archive.add(manifestName, Readable.from([Buffer.from(JSON.stringify(exported.manifest, null, 2))]));
    await archive.finish();
    return exported;
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

async function writeParts(
  deps: ExportDeps,
  order: ExportOrder,
  archive: ArchiveWriter,
  snapshot: Snapshot,
): Promise<Exported> {
  const { workspaceId } = order;
  const workspace = await snapshot.read.workspaces.find(workspaceId);
  if (workspace === undefined) throw notFound('Workspace');
  const parts: ManifestPart[] = [];
  let written = 0;
  const tables = [
    ...resourceNames,
    'setAsideVotes',
    ...(order.withLedger ? ['ledger' as const] : []),
  ] as const;
  const total = await totalOf(snapshot, order, tables);
  const onPage = async (records: number) => {
    written += records;
    await order.onProgress?.(written, total);
  };
  for (const resource of resourceNames)
    parts.push(
      await writePart(archive, partName(resource), pagesOf(snapshot, workspaceId, resource), onPage),
    );
  if (order.withLedger)
    parts.push(await writePart(archive, partName('ledger'), ledgerPages(snapshot, workspaceId), onPage));
  const { lostFiles, ...files } = await writeFiles(deps, order, archive, snapshot, () => onPage(0));
  const site = await snapshot.read.sites.find(workspaceId);
  const { id, slug, name, userId } = workspace;
  const manifest: Manifest = {
    format: formatName,
    formatVersion,
    program: deps.version,
    schema: await snapshot.schema(),
    createdAt: toIso(deps.clock.now()),
    workspace: { id, slug, name, userId },
    parts,
    files,
    ...(site !== undefined && site.version > 1 && { site: portableSettings(site) }),
  };
  return { manifest, lostFiles };
}

/** Pages of lines. */
async function* pagesOf(
  snapshot: Snapshot,
  workspaceId: string,
  resource: Resource,
): AsyncGenerator<string[]> {
  const fields = resources[resource] as Fields<unknown>;
  for await (const page of recordsOf(snapshot, workspaceId, resource))
    yield page.map((record) => writeRecord(fields, record));
}

async function* ledgerPages(snapshot: Snapshot, workspaceId: string): AsyncGenerator<string[]> {
  const keyOf = ({ sequence }: { sequence: number }): SortKey => [sequence];
  for await (const page of rowsOf(snapshot, workspaceId, 'ledger', keyOf, 100))
    yield page.map(({ payload, createdAt, ...entry }) =>
      JSON.stringify({
        ...entry,
        createdAt: toIso(createdAt),
        data: payload === null ? null : JSON.parse(payload),
      }),
    );
}

/** Streams the lines into the archive, and describes them for the manifest. */
export async function writePart(
  archive: ArchiveWriter,
  name: string,
  pages: AsyncIterable<string[]>,
  onPage: (records: number) => Promise<void> = async () => undefined,
): Promise<ManifestPart> {
  const hash = createHash('sha256');
  const part = { name, records: 0, bytes: 0 };
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const lines of pages) {
      if (lines.length > 0) {
        const chunk = Buffer.from(`${lines.join('\n')}\n`);
        hash.update(chunk);
        part.records += lines.length;
        part.bytes += chunk.length;
        yield chunk;
      }
      await onPage(lines.length);
    }
  }
  await archive.add(name, Readable.from(bytes(), { objectMode: false }));
  return { ...part, sha256: hash.digest('hex') };
}

async function writeFiles(
  { files, store }: ExportDeps,
  { workspaceId, leaveLostFiles }: ExportOrder,
  archive: ArchiveWriter,
  snapshot: Snapshot,
  onFile: () => Promise<void>,
): Promise<Manifest['files'] & { lostFiles: string[] }> {
  const written = { count: 0, bytes: 0 };
  const lost = new Set<string>();
  const seen = new Set<string>();
  const keyOf = ({ id }: { id: string }): SortKey => [id];
  for await (const page of rowsOf(snapshot, workspaceId, 'attachments', keyOf, 500))
    for (const { fileKey, sha256, size } of page) {
      if (seen.has(sha256)) continue;
      await onFile();
      let bytes = await files.read(fileKey);
      // An entry can't be taken back, so a file that may be left out is read twice.
      if (bytes !== undefined && leaveLostFiles)
        bytes = (await isSound(bytes, sha256)) ? await files.read(fileKey) : undefined;
      if (bytes === undefined) {
        // A file that was deleted after the snapshot was taken is not lost.
        if ((await store.read.attachments.fileKeysInUse([fileKey])).size > 0) lost.add(sha256);
        continue;
      }
      await archive.add(fileEntry(sha256), Readable.from(undamaged(bytes, sha256), { objectMode: false }));
      seen.add(sha256);
      lost.delete(sha256);
      written.count += 1;
      written.bytes += size;
    }
  if (lost.size > 0 && !leaveLostFiles)
    throw conflict(
      `${lost.size} attached files are missing from the store. Put them back, or export without them (--leave-lost-files).`,
    );
  return { ...written, lostFiles: [...lost] };
}

async function isSound(bytes: Readable, sha256: string): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of bytes as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex') === sha256;
}

async function* undamaged(bytes: Readable, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256)
    throw conflict(`Export failed: the stored file with SHA-256 ${sha256} is damaged.`);
}
