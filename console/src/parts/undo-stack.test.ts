import { beforeEach, expect, it } from 'vitest';
import { forgetAllUndos, forgetUndo, keepUndo, undoableMs, undoLast } from './undo-stack.ts';

const undone: string[] = [];
const keep = (name: string, now: number) => keepUndo(name, () => undone.push(name), now);

beforeEach(() => {
  forgetAllUndos();
  undone.length = 0;
});

it('takes back the newest change first, each once', () => {
  keep('first', 0);
  keep('second', 1);
  expect([undoLast(2), undoLast(2), undoLast(2)]).toEqual([true, true, false]);
  expect(undone).toEqual(['second', 'first']);
});

it('takes nothing back that is too long ago, or that was taken back already', () => {
  keep('old', 0);
  keep('gone', undoableMs);
  forgetUndo('gone');
  expect(undoLast(undoableMs + 1)).toBe(false);
  expect(undone).toEqual([]);
});
