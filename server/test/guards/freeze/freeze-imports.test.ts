// No file may block the event loop while it is imported: the worst files of every source, as a dry run. It reads, shows,
// converts and plans everything.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importSources } from '../../../src/domain/porting/import.ts';
import { cleanUpAfterAll, newDirectory } from '../../e2e/processes.ts';
import { type BuiltProgram, startBuiltProgram } from '../built-program.ts';
import { dataOf } from '../sending.ts';
import { isFrozen, judged } from './judging.ts';
import { openProbe, type Probe, probed } from './probe.ts';
import { type WorstImport, worstImports } from './worst-imports.ts';

const worst = [...worstImports()];

let built: BuiltProgram;
let probe: Probe;

cleanUpAfterAll();
beforeAll(async () => {
  const socket = join(await newDirectory(), 'probe');
  built = await startBuiltProgram(probed(socket));
  probe = await openProbe(socket);
});
afterAll(async () => {
  probe?.close();
  await built?.program.close();
});

const ask = (method: string, path: string, form?: FormData) =>
  dataOf(built.serving.address, built.program.secrets.live, { method, path, ...(form && { form }) });

/** Runs it to its end, and says how that was. */
async function imported(source: string, files: Awaited<ReturnType<WorstImport['files']>>): Promise<string> {
  const form = new FormData();
  form.append('source', source);
  form.append('dryRun', 'true');
  for (const [name, bytes] of Object.entries(files))
    form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  const { id } = await ask('POST', '/imports', form);
  // Not in a loop: an import rests while there are requests.
  const stateOf = async () => (await ask('GET', `/imports/${id}`)).state;
  await expect.poll(stateOf, { timeout: 200_000 }).not.toMatch(/queued|running/);
  const found = await ask('GET', `/imports/${id}`);
  await ask('DELETE', `/imports/${id}`);
  return `${found.state}, ${found.errorsCount} errors, ${found.error ?? found.errors[0]?.message}`;
}

describe('no file freezes the process while it is imported', () => {
  it('is asked for every source', () => {
    expect(new Set(worst.map(({ source }) => source))).toEqual(new Set(importSources));
  });

  it.each(worst)('$source: $label', async ({ source, files }) => {
    const given = await files();
    const measured = await judged(probe, async () => {
      const { result, stretch } = await probe.during(() => imported(source, given));
      return { result, stretch };
    });
    const { result, stretch } = measured;
    const said = `${Math.round(stretch.longestMs)} ms: ${result}`;
    expect(isFrozen(measured) ? said : '').toBe('');
    expect(result).not.toContain('on our side');
  });
});
