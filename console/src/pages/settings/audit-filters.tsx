// The filters of the audit log: by person or key, action, time and object.

import { type ComboboxData, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useKeys } from '../../data/settings/keys.ts';
import { useMembers } from '../../data/settings/members.ts';
import { type Action, type ActivityFilters, activityDays } from '../../data/settings/records.ts';
import { IconSearch } from '../../parts/icons.tsx';
import { useActionNames } from '../../texts/actions.ts';
import { useSettingsTexts } from '../../texts/settings.ts';

export const noFilters: Required<ActivityFilters> = { actorId: null, action: null, days: null, objectId: '' };

export function AuditFilters(props: {
  value: Required<ActivityFilters>;
  onChange: (value: Required<ActivityFilters>) => void;
}) {
  const settings = useSettingsTexts();
  const { audit: texts } = settings;
  const names = useActionNames();
  const members = useMembers().data?.members ?? [];
  const keys = useKeys().data ?? [];
  const { value } = props;
  const change = (part: Partial<ActivityFilters>) => props.onChange({ ...value, ...part });
  const people = [
    { group: settings.members.title, items: members.map(({ id, name }) => ({ value: id, label: name })) },
    {
      group: settings.keys.title,
      items: keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} …${last4}` })),
    },
  ];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm" verticalSpacing="sm" mb="md">
      <Choice
        label={texts.who}
        placeholder={texts.anyone}
        value={value.actorId}
        onChange={(actorId) => change({ actorId })}
        data={people}
      />
      <Choice
        label={texts.what}
        placeholder={texts.anyAction}
        value={value.action}
        onChange={(action) => change({ action: action as Action | null })}
        data={Object.entries(names).map(([action, label]) => ({ value: action, label }))}
      />
      <Choice
        label={texts.when}
        placeholder={texts.anyTime}
        value={value.days === null ? null : String(value.days)}
        onChange={(days) => change({ days: activityDays.find((known) => String(known) === days) ?? null })}
        data={activityDays.map((days) => ({ value: String(days), label: texts.lastDays[days] }))}
      />
      <TextInput
        label={texts.search}
        placeholder="post_…"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={value.objectId}
        onChange={(event) => change({ objectId: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

/** One of many, found by typing, or none. */
const Choice = (props: {
  label: string;
  placeholder: string;
  value: string | null;
  onChange: (value: string | null) => void;
  data: ComboboxData;
}) => <Select clearable searchable {...props} />;
