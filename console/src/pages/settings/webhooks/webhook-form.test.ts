import { describe, expect, it } from 'vitest';
import type { EventChoice, Webhook } from '../../../data/settings/webhook-states.ts';
import type { WebhookEdits } from '../../../data/settings/webhooks.ts';
import { editsOf, fieldsOf, formOf, hasEvents, nameOf, type WebhookForm } from './webhook-form.ts';

const choices: EventChoice[] = [
  { type: 'post.created', kind: 'post' },
  { type: 'post.deleted', kind: 'post' },
  { type: 'vote.created', kind: 'vote' },
  { type: 'vote.deleted', kind: 'vote' },
  { type: 'changelog.published', kind: 'changelog' },
];

const webhook: Webhook = {
  id: 'hook_1',
  url: 'https://example.com/earshot',
  description: '',
  types: ['post.*', 'vote.created'],
  enabled: true,
  headers: { authorization: '***', 'x-env': '***' },
  when: { tag: 'ui', statusCategory: 'completed' },
  format: 'slack',
  disabledReason: null,
  disabledAt: null,
  previousSecretExpiresAt: null,
  createdAt: '2026-01-31T09:15:02.123Z',
  updatedAt: '2026-01-31T09:15:02.123Z',
};

const empty = formOf(undefined, choices);

describe('a new webhook', () => {
  it('gets all events, in the standard format', () => {
    const form = { ...empty, url: 'https://example.com/' };
    expect(fieldsOf(form, choices)).toEqual({
      url: 'https://example.com/',
      description: '',
      format: 'standard',
      types: ['*'],
      headers: {},
    });
  });

  it.each<[string, Partial<WebhookForm>, string[]]>([
    ['some types', { types: ['vote.created', 'post.deleted'] }, ['post.deleted', 'vote.created']],
    ['all types of a kind', { types: ['post.deleted', 'post.created'] }, ['post.*']],
    ['the only type of a kind', { types: ['changelog.published'] }, ['changelog.published']],
    ['a threshold', { types: ['vote.created'], atLeast: '5' }, ['post.threshold_reached']],
  ])('gets %s', (_name, fields, types) => {
    expect(fieldsOf({ ...empty, isAll: false, ...fields }, choices).types).toEqual(types);
  });

  it('needs events', () => {
    expect(hasEvents(empty)).toBe(true);
    expect(hasEvents({ ...empty, isAll: false })).toBe(false);
    expect(hasEvents({ ...empty, isAll: false, atLeast: '5' })).toBe(true);
  });

  it('has headers and conditions if there are any', () => {
    const headers = [
      { key: 0, name: ' Authorization ', value: ' Bearer abc ', isStored: false },
      { key: 1, name: ' ', value: 'ignored', isStored: false },
    ];
    const form = { ...empty, headers, atLeast: '50', tag: ' ui ', typeId: 'type_1' };
    expect(fieldsOf(form, choices)).toMatchObject({
      headers: { Authorization: 'Bearer abc' },
      when: { metric: 'votesCount', atLeast: 50, tag: 'ui', typeId: 'type_1' },
    });
  });
});

describe('an existing webhook', () => {
  const form = formOf(webhook, choices);

  it('shows the types behind its patterns, and hides the values of headers', () => {
    expect(form.isAll).toBe(false);
    expect(form.types).toEqual(['post.created', 'post.deleted', 'vote.created']);
    expect(form.headers.map(({ name, value }) => [name, value])).toEqual([
      ['authorization', ''],
      ['x-env', ''],
    ]);
  });

  it('stays the same if nothing is edited', () => {
    expect(editsOf(form, webhook, choices)).toEqual({ headers: {} });
  });

  it.each<[string, Partial<WebhookForm>, WebhookEdits]>([
    ['description', { description: 'Warehouse' }, { description: 'Warehouse' }],
    ['format', { format: 'teams' }, { format: 'teams' }],
    ['choice of types', { types: ['vote.created'] }, { types: ['vote.created'] }],
    ['condition', { tag: 'api' }, { when: { tag: 'api', statusCategory: 'completed' } }],
    [
      'threshold',
      { atLeast: '5' },
      {
        types: ['post.threshold_reached'],
        when: { metric: 'votesCount', atLeast: 5, tag: 'ui', statusCategory: 'completed' },
      },
    ],
  ])('gets another %s, and keeps the rest as others have saved it', (_name, edited, edits) => {
    expect(editsOf({ ...form, ...edited }, webhook, choices)).toEqual({ ...edits, headers: {} });
  });

  it('keeps a list of types that names all of a kind', () => {
    const listed = { ...webhook, types: ['post.created', 'post.deleted'] };
    const edited = { ...formOf(listed, choices), description: 'Warehouse' };
    expect(editsOf(edited, listed, choices)).toEqual({ description: 'Warehouse', headers: {} });
  });

  it('loses what is removed, and keeps header values that are not entered again', () => {
    const [first, second] = form.headers;
    const headers = [{ ...(second ?? { key: 9, name: '', isStored: true }), value: 'staging' }];
    const edits = editsOf({ ...form, headers, tag: '', statusCategory: null }, webhook, choices);
    expect(first?.name).toBe('authorization');
    expect(edits).toMatchObject({ headers: { authorization: null, 'x-env': 'staging' }, when: null });
  });

  it('gets another URL', () => {
    const url = 'https://example.com/new';
    expect(editsOf({ ...form, url }, webhook, choices).url).toBe(url);
  });

  it('is called by its description, or else by its URL', () => {
    expect([nameOf(webhook), nameOf({ ...webhook, description: 'Warehouse' })]).toEqual([
      'https://example.com/earshot',
      'Warehouse',
    ]);
  });
});
