import { describe, expect, it } from 'vitest';
import { manyValues, statementNames } from './statements.ts';

describe('statement names', () => {
  it('name a statement from its second use on, always the same', () => {
    const names = statementNames();
    expect(names.of('select 1')).toBeUndefined();
    const name = names.of('select 1');
    expect(name).toMatch(/^earshot_\d+$/);
    expect(names.of('select 1')).toBe(name);
    names.of('select 2');
    expect(names.of('select 2')).not.toBe(name);
  });

  it('stop at a maximum and keep the names already given', () => {
    const names = statementNames();
    names.of('first');
    const first = names.of('first');
    const given = new Set<string | undefined>();
    for (let text = 0; text < 5000; text += 1) {
      names.of(`select ${text}`);
      given.add(names.of(`select ${text}`));
    }
    given.delete(undefined);
    expect(given.size).toBeLessThanOrEqual(400);
    expect(names.of('first')).toBe(first);
  });

  it('leave out lookups of many values, so that they are planned for the tables as they are', () => {
    const names = statementNames();
    const lookup = `select 1 from unnest($1::text[]) ${manyValues}`;
    for (let use = 0; use < 3; use += 1) expect(names.of(lookup)).toBeUndefined();
  });
});
