// Reads single tables from a program's dump.

import type { TestProgram } from './program.ts';

/** The rows of one table, in no particular order. */
export function rowsOf(program: Pick<TestProgram, 'dump'>, table: string): Record<string, unknown>[] {
  const lines = program.dump().split('\n');
  const start = lines.indexOf(table) + 1;
  if (start === 0) throw new Error(`There is no table "${table}".`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('{'));
  return lines.slice(start, length < 0 ? undefined : start + length).map((line) => JSON.parse(line));
}
