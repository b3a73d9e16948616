import { describe, expect, it } from 'vitest';
import { isSameName, matchesOf } from './type-ahead.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const found = (typed: string, ...names: string[]) =>
  matchesOf(named(...names), typed).map(({ name }) => name);

describe('type-ahead', () => {
  it.each([
    ['plan', ['Open', 'Under review', 'Planned'], ['Planned']],
    ['ent', ['talent', 'client enterprise', 'enterprise'], ['enterprise', 'client enterprise', 'talent']],
    ['re', ['More', 'Under review', 'Ready', 're'], ['re', 'Ready', 'Under review', 'More']],
    ['  PLAN ', ['Planned'], ['Planned']],
    ['uber', ['Überprüft'], ['Überprüft']],
    ['计划', ['已计划', '计划中'], ['计划中', '已计划']],
    ['', ['b', 'a'], ['b', 'a']],
    ['x', ['b', 'a'], []],
  ])('finds the best match of %j first', (typed, names, expected) => {
    expect(found(typed, ...names)).toEqual(expected);
  });

  it('tells whether a name exists, as the server does', () => {
    expect(isSameName('Ent', ' ent')).toBe(true);
    expect(isSameName('ent', 'enterprise')).toBe(false);
    expect(isSameName('resume', 'résumé')).toBe(false);
  });
});
