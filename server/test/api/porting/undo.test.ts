import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobOrder } from '../../../src/app/porting/import-start.ts';
import { undoHere } from '../../../src/app/porting/undo-start.ts';
import { verifyInstallation } from '../../../src/commands/verify-steps.ts';
import { readConfig } from '../../../src/config.ts';
import { type Import, importLeaseMs } from '../../../src/domain/import.ts';
import { exported, importDeps, imported } from '../../porting/ported.ts';
import { actions, fill, newWorkspace, seen, type TestWorkspace } from '../../porting/world.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { collected } from '../backup/installation.ts';

/** Votes, comments and merges that an import adds to a post count as updates of it. */
const timeless = (all: unknown): unknown =>
  JSON.parse(JSON.stringify(all), (key, value) =>
    ['updatedAt', 'version'].includes(key) ? undefined : value,
  );

const undo = (workspace: TestWorkspace, { id }: Import, order: Partial<JobOrder> = {}): Promise<Import> =>
  undoHere(
    importDeps(workspace),
    {
      workspaceId: workspace.id,
      actor: { type: 'system', id: 'operator' },
      requestId: null,
      ...order,
    },
    id,
  );

describe('undoing an import', () => {
  let program: TestProgram;
  let directory: string;
  let made = 0;
  beforeAll(async () => {
    program = await startProgram();
    directory = await mkdtemp(join(tmpdir(), 'earshot-undo-'));
  });
  afterAll(async () => {
    await program.close();
    await rm(directory, { recursive: true, force: true });
  });
  const place = () => {
    made += 1;
    return join(directory, `${made}`);
  };

  const expectSound = async (): Promise<void> => {
    const findings = await collected(verifyInstallation(readConfig(program.environment), program.clock));
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
  };

  /** A workspace in use, and an archive that tops it up: the source went on after the two were the same. */
  const topUp = async (first: Parameters<typeof fill>[1], second: Parameters<typeof fill>[1]) => {
    const source = await newWorkspace(program);
    await fill(source, first);
    const start = place();
    await exported(source, start);
    const workspace = await newWorkspace(program);
    await imported(workspace, start);
    await workspace.client.post('/posts', { title: 'Only here', tags: ['own'] });
    await fill(source, second);
    const path = place();
    await exported(source, path);
    return { workspace, path };
  };

  it('leaves everything that the API shows as it was, whatever the import added', async () => {
    await fc.assert(
      fc.asyncProperty(actions, actions, fc.nat({ max: 12 }), async (first, second, stopAt) => {
        const { workspace, path } = await topUp(first, second);
        const before = timeless(await seen(workspace));
        const { report, ...done } = await imported(workspace, path);
        expect(report.errors).toEqual([]);
        let steps = 0;
        const interrupted = undo(
          workspace,
          { report, ...done },
          {
            pace: async () => {
              steps += 1;
              if (steps > stopAt) throw new Error('power failure');
            },
          },
        );
        await expect(interrupted).rejects.toThrow('power failure');
        program.clock.advance(importLeaseMs + 1);
        expect((await undo(workspace, { report, ...done })).state).toBe('undone');
        expect(timeless(await seen(workspace))).toEqual(before);
      }),
      { numRuns: 4, endOnFailure: true },
    );
    await expectSound();
  }, 240_000);
});
