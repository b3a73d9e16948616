import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { among, type Filters, filterTable, flag, instant, lookups, many, words } from './filters.ts';
import type { Query } from './vocabulary.ts';

const read = <F extends Filters>(filters: F, query: string) =>
  filterTable(filters, []).read({ query: { filters: query } } as FastifyRequest & { query: Query });

const posts = {
  typeId: many('typeIds'),
  externalId: lookups('externalIds'),
  state: among('states', ['draft', 'published']),
  merged: flag('isMerged'),
  search: words('searches', 'the title'),
  updatedSince: instant('updatedSince', 'a time'),
};

describe('a table of filters', () => {
  it.each<[string, object]>([
    ['', {}],
    ['other:x;typeid:x', {}],
    ['typeId:a;typeId:b', { typeIds: ['a', 'b'] }],
    ['externalId:', {}],
    ['state:published;state:draft;state:gone', { states: ['draft', 'published'] }],
    ['state:gone', { states: [] }],
    ['merged:true', { isMerged: true }],
    ['merged:true;merged:false', { isMerged: false }],
    ['merged:1', {}],
    ['search:Dark mode;search:...', { searches: [['dark', 'mode']] }],
    [
      'updatedSince:2026-01-31T00:00:00Z;updatedSince:2026-01-30T00:00:00Z',
      { updatedSince: Date.UTC(2026, 0, 30) },
    ],
    ['merged:true;typeId:a', { typeIds: ['a'], isMerged: true }],
  ])('reads %j as the part of a query that it fills', async (query, expected) => {
    expect(await read(posts, query)).toEqual(expected);
  });

  it('takes more values of what a unique index finds', async () => {
    const values = (key: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${key}:${index}`).join(';');
    expect((await read(posts, values('externalId', 100))).externalIds).toHaveLength(100);
    await expect(read(posts, values('externalId', 101))).rejects.toThrow(
      'has more than 100 values of "externalId"',
    );
    await expect(read(posts, values('typeId', 21))).rejects.toThrow('has more than 20 values of "typeId"');
  });

  it('names the key of a time that is none', async () => {
    await expect(read(posts, 'updatedSince:now')).rejects.toThrow('has an "updatedSince" that is not');
    await expect(read({ since: instant('since') }, 'since:now')).rejects.toThrow('has a "since" that is not');
  });

  it('documents its keys for people, and their values for programs', () => {
    const hidden = { field: 'hidden', note: 'for people', read: () => undefined };
    const { parameter } = filterTable({ ...posts, hidden }, ['typeId:a']);
    expect(parameter).toMatchObject({
      description:
        'Semicolon-separated `key:value` pairs. Keys: `typeId`, `externalId`, `state`, `merged` (`true` or ' +
        '`false`), `search` (each search word must be a prefix of a word in the title), `updatedSince` (a time), ' +
        '`hidden` (for people). Within a value, write `;` as `%3B`, which is `%253B` in a URL.',
      examples: ['typeId:a'],
      'x-filters': {
        typeId: { type: 'array', items: { type: 'string' } },
        externalId: { type: 'array', items: { type: 'string' } },
        state: { type: 'array', items: { type: 'string', enum: ['draft', 'published'] } },
        merged: { type: 'boolean', description: '`true` or `false`' },
        search: { type: 'array', items: { type: 'string' } },
        updatedSince: { type: 'string', format: 'date-time', description: 'a time' },
      },
    });
  });
});
