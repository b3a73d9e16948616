// The form of a webhook: its fields from a webhook, and what is sent for them. Pure.

import { changedFields } from '../../../data/changed-fields.ts';
import type { EventChoice, Webhook } from '../../../data/settings/webhook-states.ts';
import type { WebhookEdits, WebhookFields } from '../../../data/settings/webhooks.ts';

export type WebhookFormat = Webhook['format'];
type Rule = NonNullable<Webhook['when']>;
export type StatusCategory = NonNullable<Rule['statusCategory']>;

/** The same in every language. */
export const serviceNames: Record<Exclude<WebhookFormat, 'standard'>, string> = {
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
};

export interface HeaderRow {
  /** Stays the same while the name is edited. */
  key: number;
  name: string;
  value: string;
  /** The webhook has it already. Its value is hidden, and stays unless another one is entered. */
  isStored: boolean;
}

export interface WebhookForm {
  url: string;
  description: string;
  format: WebhookFormat;
  isAll: boolean;
  /** The chosen types, without patterns. */
  types: readonly string[];
  headers: readonly HeaderRow[];
  /** Empty, or a number of votes. */
  atLeast: string;
  statusCategory: StatusCategory | null;
  tag: string;
  typeId: string | null;
}

/** What to call a webhook. */
export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description === '' ? url : description;

/** The form of a webhook, or of a new one. */
export function formOf(webhook: Webhook | undefined, choices: readonly EventChoice[]): WebhookForm {
  const when = webhook?.when;
  const types = webhook?.types ?? ['*'];
  const isChosen = ({ type, kind }: EventChoice) => types.includes(type) || types.includes(`${kind}.*`);
  return {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    format: webhook?.format ?? 'standard',
    // With a threshold, the types say nothing about what to send without it.
    isAll: types.includes('*') || when?.metric !== undefined,
    types: choices.filter(isChosen).map(({ type }) => type),
    headers: Object.keys(webhook?.headers ?? {}).map((name, key) => ({
      key,
      name,
      value: '',
      isStored: true,
    })),
    atLeast: when?.atLeast === undefined ? '' : String(when.atLeast),
    statusCategory: when?.statusCategory ?? null,
    tag: when?.tag ?? '',
    typeId: when?.typeId ?? null,
  };
}

export const hasThreshold = ({ atLeast }: Pick<WebhookForm, 'atLeast'>): boolean => atLeast.trim() !== '';

export const hasEvents = (form: WebhookForm): boolean =>
  hasThreshold(form) || form.isAll || form.types.length > 0;

export const kindsOf = (choices: readonly EventChoice[]): string[] => [
  ...new Set(choices.map(({ kind }) => kind)),
];

/** All types of a kind become a pattern, which includes types that are added later. */
function typesOf(form: WebhookForm, choices: readonly EventChoice[]): string[] {
  if (hasThreshold(form)) return ['post.threshold_reached'];
  if (form.isAll) return ['*'];
  return kindsOf(choices).flatMap((kind) => {
    const all = choices.filter((one) => one.kind === kind).map(({ type }) => type);
    const chosen = all.filter((type) => form.types.includes(type));
    return all.length > 1 && chosen.length === all.length ? [`${kind}.*`] : chosen;
  });
}

function ruleOf(form: WebhookForm): Rule | null {
  const { statusCategory, typeId } = form;
  const tag = form.tag.trim();
  const rule: Rule = {
    ...(hasThreshold(form) && { metric: 'votesCount' as const, atLeast: Number(form.atLeast) }),
    ...(statusCategory !== null && { statusCategory }),
    ...(tag !== '' && { tag }),
    ...(typeId !== null && { typeId }),
  };
  return Object.keys(rule).length === 0 ? null : rule;
}

/** Only what changes: null removes a header. */
function headersOf(rows: readonly HeaderRow[], before: readonly string[]): Record<string, string | null> {
  const kept = new Set(rows.filter(({ isStored }) => isStored).map(({ name }) => name));
  const removed = before.filter((name) => !kept.has(name)).map((name) => [name, null] as const);
  const given = rows
    .filter(({ name, value, isStored }) => (isStored ? value !== '' : name.trim() !== ''))
    .map(({ name, value }) => [name.trim(), value.trim()] as const);
  return Object.fromEntries([...removed, ...given]);
}

export function fieldsOf(form: WebhookForm, choices: readonly EventChoice[]): WebhookFields {
  const when = ruleOf(form);
  return {
    url: form.url,
    description: form.description,
    format: form.format,
    types: typesOf(form, choices),
    headers: headersOf(form.headers, []),
    ...(when !== null && { when }),
  };
}

/** Compared as the form shows it: a list of types that names all of a kind doesn't become a pattern by itself. */
export function editsOf(form: WebhookForm, webhook: Webhook, choices: readonly EventChoice[]): WebhookEdits {
  const sent = (one: WebhookForm) => ({
    ...fieldsOf(one, choices),
    url: one.url.trim(),
    when: ruleOf(one),
  });
  return {
    ...changedFields(sent(form), sent(formOf(webhook, choices))),
    headers: headersOf(form.headers, Object.keys(webhook.headers)),
  };
}
