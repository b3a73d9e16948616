// The packages that `npm ci` installs according to the lock files.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  engines?: { node?: string };
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const packages = ['package-lock.json', 'tools/package-lock.json'].flatMap((name) =>
  Object.entries<Locked>(read(name).packages),
);

type Version = readonly [number, number, number];

const versionOf = (text: string): Version => {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor, patch];
};
const compare = (a: Version, b: Version) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** The subset of npm's range syntax that `engines` fields use. */
function admits(range: string, version: Version): boolean {
  const admitsOne = (term: string): boolean => {
    const [, operator = '', given = ''] = /^(>=|<=|>|<|\^|)\s*v?(.*)$/.exec(term) ?? [];
    const bound = versionOf(given);
    const order = compare(version, bound);
    switch (operator) {
      case '>=':
        return order >= 0;
      case '<=':
        return order <= 0;
      case '>':
        return order > 0;
      case '<':
        return order < 0;
      case '^':
        return order >= 0 && version[0] === bound[0];
      default:
        return given === '*' || given === '' || version[0] === bound[0];
    }
  };
  const terms = (alternative: string) => alternative.match(/(?:>=|<=|>|<|\^)?\s*[\w.*]+/g) ?? ['*'];
  return range.split('||').some((alternative) => terms(alternative).every((term) => admitsOne(term.trim())));
}

describe('the lock files', () => {
  it.each<[string, string, boolean]>([
    ['>=20', '20.19.0', true],
    ['>= 22', '20.19.0', false],
    ['^20.19.0 || >=22.12.0', '20.19.0', true],
    ['^20.20.0 || >=22.12.0', '20.19.0', false],
    ['>=22.12.0 || >=20.19.0 <21.0.0', '20.19.0', true],
    ['>=6 <7 || >=8', '20.19.0', true],
    ['>=6 <7', '20.19.0', false],
    ['*', '20.19.0', true],
  ])('are read like npm does: %s with %s is %s', (range, version, isAdmitted) => {
    expect(admits(range, versionOf(version))).toBe(isAdmitted);
  });

  it('have no package that excludes the oldest supported Node.js', () => {
    const oldest = versionOf(read('package.json').engines.node.replace('>=', ''));
    expect(oldest).toEqual([20, 19, 0]);
    const refusing = packages.filter(([, { engines }]) => !admits(engines?.node ?? '*', oldest));
    expect(refusing.map(([path, { version, engines }]) => `${path} ${version} ${engines?.node}`)).toEqual([]);
    expect(packages.length).toBeGreaterThan(300);
  });

  it('have no download URLs, so that any registry works', () => {
    expect(packages.filter(([, { resolved }]) => resolved?.includes('://'))).toEqual([]);
  });
});
