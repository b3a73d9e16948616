// Prints the findings of `verify` and `doctor`: a line each, or one JSON document.

import type { Finding } from '../../domain/kernel/finding.ts';
import { print } from '../command.ts';

export const jsonArg = {
  json: { type: 'boolean', default: false, description: 'Print one JSON document instead of lines' },
} as const;

const marks: Record<Finding['status'], string> = { ok: 'ok', warning: 'warning', failed: 'FAILED' };

/** Prints each finding as it comes. Exits with 1 if a check failed. */
export async function report(findings: AsyncIterable<Finding>, { json }: { json: boolean }): Promise<void> {
  const all: Finding[] = [];
  for await (const finding of findings) {
    all.push(finding);
    if (!json) print(`${marks[finding.status].padEnd(7)}  ${finding.check}: ${finding.message}`);
  }
  const isOk = all.every(({ status }) => status !== 'failed');
  if (json) print(JSON.stringify({ ok: isOk, findings: all }, undefined, 2));
  if (!isOk) process.exitCode = 1;
}
