// Exports and imports of a test's workspaces.

import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Exported, type ExportOrder, exportWorkspace } from '../../src/app/porting/export/exporting.ts';
import { importArchive } from '../../src/app/porting/import/importing.ts';
import { type CheckedArchive, checkArchive } from '../../src/app/porting/import/read/checking.ts';
import type { ImportDeps, ImportOrder } from '../../src/app/porting/import/start.ts';
import { createArchive, openArchive } from '../../src/compose/archives.ts';
import { operatorDeps } from '../../src/compose/operator.ts';
import { readConfig } from '../../src/config.ts';
import type { Import } from '../../src/domain/porting/import.ts';
import type { Manifest } from '../../src/domain/porting/manifest.ts';
import type { Fetcher } from '../../src/ports/porting/fetcher.ts';
import { explained } from './explained.ts';
import type { TestWorkspace } from './world.ts';

export async function exported(
  { id, program }: TestWorkspace,
  path: string,
  order: Partial<ExportOrder> = {},
): Promise<Exported> {
  const deps = { ...program.engines, clock: program.clock, version: '0.0.0-test' };
  const whole = { workspaceId: id, withLedger: false, leaveLostFiles: false, ...order };
  return exportWorkspace(deps, whole, await createArchive(path));
}

export const importDeps = ({ program }: TestWorkspace, fetcher?: Fetcher): ImportDeps => ({
  ...operatorDeps(program.engines.store, program.clock),
  fetcher,
  files: program.engines.files,
  limits: readConfig({}).uploads,
});

export async function imported(
  workspace: TestWorkspace,
  path: string,
  order: Partial<ImportOrder> = {},
  prepare: (checked: CheckedArchive) => CheckedArchive = (checked) => checked,
): Promise<Import> {
  const archive = await openArchive(path);
  try {
    const whole = {
      workspaceId: workspace.id,
      source: 'earshot' as const,
      actor: { type: 'system' as const, id: 'operator' },
      requestId: null,
      isDryRun: false,
      ...order,
    };
    const checked = prepare(await checkArchive(archive));
    return await explained(importArchive(importDeps(workspace), whole, checked));
  } finally {
    await archive.close();
  }
}

/** Writes an archive of these lines, with a manifest that fits; returns its path. */
export async function archiveOf(path: string, parts: Record<string, (object | string)[]>): Promise<string> {
  await mkdir(path);
  const manifest: Manifest = {
    format: 'earshot-export',
    formatVersion: 1,
    program: 'test',
    schema: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    workspace: { id: 'ws', slug: 's', name: 'n', userId: 'nobody' },
    parts: [],
    files: { count: 0, bytes: 0 },
  };
  for (const [name, lines] of Object.entries(parts)) {
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const bytes = Buffer.from(texts.map((line) => `${line}\n`).join(''));
    await writeFile(join(path, name), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    manifest.parts.push({ name, records: lines.length, bytes: bytes.length, sha256 });
  }
  await writeFile(join(path, 'manifest.json'), JSON.stringify(manifest));
  return path;
}
