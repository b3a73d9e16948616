// What a webhook sends, in one line: its format, its events and its conditions.

import { usePostTypes } from '../../../data/catalog.ts';
import type { Webhook } from '../../../data/settings/webhook-states.ts';
import { useFormats } from '../../../parts/text/format.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { serviceNames } from './webhook-form.ts';

export function useSummary({ format, types, when }: Webhook): string {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { webhooks: texts, statuses } = settings;
  const formats = useFormats();
  const postTypes = usePostTypes().data ?? [];
  const eventsOf = (): string => {
    if (when?.atLeast !== undefined) return texts.threshold(when.atLeast, formats.number(when.atLeast));
    return types.includes('*') ? texts.allEvents : types.join(', ');
  };
  const typeName = postTypes.find(({ id }) => id === when?.typeId)?.name;
  return [
    format === 'standard' ? texts.standard : serviceNames[format],
    eventsOf(),
    when?.statusCategory && statuses.categories[when.statusCategory],
    typeName ?? when?.typeId,
    when?.tag && common.labeled(texts.tag, when.tag),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
