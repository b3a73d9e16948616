// The server as a package: what is in it, and that it works in an empty directory with only its own dependencies.
// `npm run pack` does the same with an installation from the registry.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installFromClone, type Packed, pack, proveServer } from '../../../../scripts/pack.mjs';
import { cleanUpAfterAll, newDirectory } from '../processes.ts';

const root = join(import.meta.dirname, '../../../..');
const manifestOf = (name: string) => JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));

describe('the packed server', () => {
  cleanUpAfterAll();
  let packed: Packed;
  let paths: string[];
  let directory: string;
  const contentOf = (path: string) =>
    readFileSync(join(directory, 'node_modules/@earshot/server', path), 'utf8');
  beforeAll(async () => {
    packed = pack('server', await newDirectory());
    paths = packed.files.map(({ path }) => path);
    directory = await newDirectory();
    installFromClone(packed.tarball, directory);
  });

  it('contains the program, the console and the licenses, and nothing else', () => {
    const own = ['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt', 'bin/earshot.mjs', 'package.json'];
    expect(paths).toEqual(
      expect.arrayContaining([...own, 'dist/cli.js', 'dist/program.cjs', 'console/index.html']),
    );
    const others = paths.filter(
      (path) => !own.includes(path) && !/^dist\/[\w-]+\.c?js$|^console\/(?:assets\/)?[\w.-]+$/.test(path),
    );
    expect(others).toEqual([]);
    expect(paths.filter((path) => /\/\.|\.tsx?$|^dist\/rich-text\.js$/.test(path))).toEqual([]);
  });

  it('names the license of what it bundles', () => {
    const licenses = contentOf('THIRD-PARTY-LICENSES.txt');
    for (const name of ['fastify', 'kysely', '@aws-sdk/client-s3', 'react', '@mantine/core'])
      expect(licenses).toContain(`\n${name} `);
  });

  it('works in an empty directory, with only the packages that it declares', () => proveServer(directory));
});

it.each(['server', 'client'])('the manifest of the %s says what a registry needs', (name) => {
  const manifest = manifestOf(name);
  expect(manifest).toMatchObject({
    name: `@earshot/${name}`,
    version: manifestOf('.').version,
    description: expect.any(String),
    license: 'MIT',
    type: 'module',
    engines: manifestOf('.').engines,
    files: expect.any(Array),
    publishConfig: { access: 'public' },
  });
  expect(manifest).not.toHaveProperty('private');
  const license = (folder: string) => readFileSync(join(root, folder, 'LICENSE'), 'utf8');
  expect(license(name)).toBe(license('.'));
});

it('the clone runs the same command', () => {
  const program = join(root, 'server', manifestOf('server').bin.earshot);
  expect(execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' }).trim()).toBe(
    manifestOf('server').version,
  );
});
