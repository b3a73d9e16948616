// Exports and imports of a test's workspaces.

import { type Exported, type ExportOrder, exportWorkspace } from '../../src/app/porting/export/exporting.ts';
import { importArchive } from '../../src/app/porting/import/importing.ts';
import { type CheckedArchive, checkArchive } from '../../src/app/porting/import/read/checking.ts';
import type { ImportDeps, ImportOrder } from '../../src/app/porting/import/start.ts';
import { createArchive, openArchive } from '../../src/compose/archives.ts';
import { operatorDeps } from '../../src/compose/operator.ts';
import { readConfig } from '../../src/config.ts';
import type { Import } from '../../src/domain/porting/import.ts';
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
