// Every message of an import has a code for each of its sentences, so that clients can translate it. Imports of tests go
// through here: a new message without a code fails in its own test.

import { expect } from 'vitest';
import { Failure } from '../../src/domain/kernel/failure.ts';
import type { Import } from '../../src/domain/porting/import.ts';
import { reasonsOf } from '../../src/domain/porting/sentences.ts';

const unexplained = (messages: readonly string[]): string[] =>
  messages.filter((message) => reasonsOf(message).length === 0);

export async function explained(running: Promise<Import>): Promise<Import> {
  try {
    const done = await running;
    const { report, error } = done;
    const lines = [...report.errors, ...report.warnings].map(({ message }) => message);
    expect(unexplained([...lines, ...(error === null ? [] : [error])])).toEqual([]);
    return done;
  } catch (error) {
    if (error instanceof Failure && error.code === 'BAD_REQUEST')
      expect(unexplained([error.message])).toEqual([]);
    throw error;
  }
}
