import { beforeEach, expect, it } from 'vitest';
import { clearUndos, pushUndo, removeUndo, undoLast, undoMs } from './undo-stack.ts';

const undone: string[] = [];
const hidden: string[] = [];
const keep = (name: string, now: number) =>
  pushUndo(name, { undo: () => undone.push(name), hide: () => hidden.push(name) }, now);

beforeEach(() => {
  clearUndos();
  undone.length = 0;
  hidden.length = 0;
});

it('undoes the newest change first, each once', () => {
  keep('first', 0);
  keep('second', 1);
  expect([undoLast(2), undoLast(2), undoLast(2)]).toEqual([true, true, false]);
  expect(undone).toEqual(['second', 'first']);
});

it('does not undo changes that are too old or already undone', () => {
  keep('old', 0);
  keep('gone', undoMs);
  removeUndo('gone');
  expect(undoLast(undoMs + 1)).toBe(false);
  expect(undone).toEqual([]);
});

it('offers nothing after it is cleared, in notices either', () => {
  keep('first', 0);
  keep('second', 1);
  clearUndos();
  expect(hidden).toEqual(['first', 'second']);
  expect(undoLast(2)).toBe(false);
});
