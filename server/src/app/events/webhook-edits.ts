// What callers can set on a webhook, and whether it is valid.

import {
  type Webhook,
  type WebhookFormat,
  type WebhookRule,
  webhookDescription,
  webhookRule,
  webhookTypes,
} from '../../domain/events/webhook.ts';
import { checkFormat, webhookHeaders, webhookUrl } from '../../domain/events/webhook-target.ts';
import { badField } from '../../domain/kernel/failure.ts';
import type { Faults } from '../../domain/kernel/faults.ts';
import { looksLikeId } from '../../domain/kernel/id.ts';
import { findNamed } from '../kernel/by-slug.ts';
import type { Change } from '../kernel/change.ts';

/** The editable fields: undefined keeps a value. */
export interface WebhookPatch {
  url?: string | undefined;
  description?: string | null | undefined;
  types?: string[] | null | undefined;
  enabled?: boolean | undefined;
  headers?: Record<string, string | null> | null | undefined;
  when?: WebhookRule | null | undefined;
  format?: WebhookFormat | undefined;
}

export type WebhookDraft = WebhookPatch & { url: string };

/** Checks the given fields; `before` has the values that stay. */
export function checkedEdits(
  patch: WebhookPatch,
  before: Webhook | undefined,
  faults: Faults,
): Partial<Webhook> {
  const { url, description, types, headers, enabled, format } = patch;
  const edits: Partial<Webhook> = {};
  if (url !== undefined) edits.url = faults.check(() => webhookUrl(url), '');
  if (description !== undefined)
    edits.description = faults.check(() => webhookDescription(description ?? ''), '');
  if (types !== undefined) edits.types = faults.check(() => webhookTypes(types ?? []), ['*']);
  if (headers !== undefined)
    edits.headers = faults.check(
      () => (headers === null ? {} : webhookHeaders(before?.headers ?? {}, headers)),
      {},
    );
  if (enabled !== undefined) edits.isEnabled = enabled;
  if (enabled === true) Object.assign(edits, { disabledReason: null, disabledAt: null });
  if (format !== undefined) edits.format = format;
  const all = { types: ['*'], when: null, format: 'standard' as const, url: '', ...before, ...edits };
  const when = patch.when === undefined ? all.when : patch.when;
  const rule = faults.check(() => webhookRule(when, all.types), null);
  if (patch.when !== undefined) edits.when = rule;
  if (all.url !== '') faults.check(() => checkFormat(all.url, all.format), undefined);
  return edits;
}

/**
 * Ids in a rule must be of the workspace. A tag may be given by a name, which may not exist yet. Returns the edits with
 * the id of a post type that is given by its slug.
 */
export async function withNamed(
  write: Change,
  workspaceId: string,
  edits: Partial<Webhook>,
  faults: Faults,
): Promise<Partial<Webhook>> {
  const { typeId: named, tag } = edits.when ?? {};
  const typeId = await faults.lookUp(async () => {
    const type = named === undefined ? undefined : await findNamed(write.postTypes, workspaceId, named);
    if (named !== undefined && type === undefined)
      throw badField('when.typeId', 'is not a post type of this workspace.');
    return type?.id;
  }, undefined);
  await faults.lookUp(async () => {
    const isId = tag !== undefined && looksLikeId('tag', tag);
    if (isId && (await write.tags.find(workspaceId, tag)) === undefined)
      throw badField('when.tag', 'is not a tag of this workspace.');
  }, undefined);
  return edits.when == null || typeId === undefined ? edits : { ...edits, when: { ...edits.when, typeId } };
}
