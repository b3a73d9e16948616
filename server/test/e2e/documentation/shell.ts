// Runs shell blocks one after the other in one shell, as a reader who pastes them would, and keeps the output of each.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Block } from '../../support/documents/markdown.ts';

export interface Ran {
  /** Undefined if the shell stopped before the end of the block. */
  exit: 0 | undefined;
  stdout: string;
  stderr: string;
}

/** The shell stops at the first command that fails, so later blocks have no output. */
export async function runInOneShell(
  blocks: readonly Block[],
  { folder, environment, fill }: Surroundings,
): Promise<Ran[]> {
  const steps = blocks.map(
    ({ code }, index) => `{\n${fill(code)}\n} >${index}.out 2>${index}.err\necho >${index}.end`,
  );
  const script = join(folder, 'blocks.sh');
  writeFileSync(script, ['set -eo pipefail', 'shopt -s inherit_errexit', ...steps, ''].join('\n'));
  const shell = spawn('bash', [script], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [complaints] = await Promise.all([text(shell.stderr), once(shell, 'close')]);
  const output = (name: string) => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  return blocks.map((_, index) => ({
    exit: existsSync(join(folder, `${index}.end`)) ? 0 : undefined,
    stdout: output(`${index}.out`),
    stderr: output(`${index}.err`) + complaints,
  }));
}

export interface Surroundings {
  folder: string;
  environment: Record<string, string>;
  /** Replaces what readers fill in by themselves. */
  fill(code: string): string;
}

/** Statuses other than success in the output: of error bodies, and of status lines (`curl -i`). */
export function refusalsIn(stdout: string): number[] {
  const bodies = stdout.matchAll(/"error":\{"code":"[A-Z_]+","message":"(?:[^"\\]|\\.)*","status":(\d{3})/g);
  const lines = stdout.matchAll(/^HTTP\/1\.1 ([345]\d\d)/gm);
  return distinct([...bodies, ...lines].map(([, status]) => Number(status)));
}

/** Statuses other than success that a block announces in its comments. */
export const announcedRefusals = (code: string): number[] =>
  distinct(
    [...code.matchAll(/(?:^|\s)#(.*)$/gm)].flatMap(([, comment = '']) =>
      [...comment.matchAll(/\b[345]\d\d\b/g)].map(([status]) => Number(status)),
    ),
  );

const distinct = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

/** The last JSON value that was printed on a line of its own. */
export function lastJsonIn(stdout: string): unknown {
  const last = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .at(-1);
  if (last === undefined) throw new Error(`There is no JSON in the output: ${stdout}`);
  return JSON.parse(last);
}
