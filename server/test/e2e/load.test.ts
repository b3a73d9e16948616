// The built program starts with what V8 compiled of it during the build, or else without.

import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/markdown.ts';
import { distInClone } from './clone.ts';
import { cleanUpAfterEach, cli, newDirectory, runProgram, runToEnd } from './processes.ts';

cleanUpAfterEach();

const dist = dirname(cli);
const isCompiled = (name: string) => name.endsWith('.cache');

/** Loads the program and says whether what was compiled was refused: `undefined` if there was nothing. */
async function refusalWith(flags: string[]): Promise<string> {
  const script = `
    import { loadProgram } from ${JSON.stringify(join(dist, 'load.js'))};
    process.argv.splice(1, process.argv.length, 'earshot', '--version');
    console.log('refused:', loadProgram(${JSON.stringify(dist)}).cachedDataRejected);`;
  const { printed } = runProgram(process.execPath, [...flags, '--input-type=module', '--eval', script]);
  const [, refused = ''] = await printed(/refused: (\w+)/);
  return refused;
}

describe('what V8 compiled during the build', () => {
  it.each([
    ['servers', ['--max-semi-space-size=4']],
    ['npx earshot', []],
  ])('fits %s', async (_name, flags) => {
    expect(await refusalWith(flags)).toBe('false');
  });

  it('is not read with other flags of V8', async () => {
    expect(await refusalWith(['--no-opt'])).toBe('undefined');
  });

  it.each([
    ['missing', undefined],
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['that of another program', () => Buffer.from('something else'.repeat(1000))],
  ])('is not needed: it may be %s', async (_name, damage) => {
    const output = await distInClone(await newDirectory());
    for (const name of await readdir(dist)) {
      if (!isCompiled(name)) await cp(join(dist, name), join(output, name));
      else if (damage !== undefined)
        await writeFile(join(output, name), damage(await readFile(join(dist, name))));
    }
    const { version } = JSON.parse(await readFile(join(root, 'server/package.json'), 'utf8'));
    const ended = await runToEnd(['--version'], {}, join(output, 'cli.js'));
    expect([ended.code, ended.stdout.trim(), ended.stderr]).toEqual([0, version, '']);
  });
});
