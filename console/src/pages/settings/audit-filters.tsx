// The filters of the audit log: by person or key, action, time and object.

import { Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useKeys } from '../../data/keys.ts';
import { useMembers } from '../../data/members.ts';
import { type Action, type ActivityFilters, activityDays } from '../../data/records.ts';
import { useTexts } from '../../texts/texts.tsx';

export const noFilters: Required<ActivityFilters> = { actorId: null, action: null, days: null, objectId: '' };

export function AuditFilters(props: {
  value: Required<ActivityFilters>;
  onChange: (value: Required<ActivityFilters>) => void;
}) {
  const { settings } = useTexts();
  const { audit: texts } = settings;
  const members = useMembers().data?.members ?? [];
  const keys = useKeys().data ?? [];
  const { value } = props;
  const change = (part: Partial<ActivityFilters>) => props.onChange({ ...value, ...part });
  return (
    <Group align="end" mb="md" gap="sm">
      <Select
        label={texts.who}
        placeholder={texts.anyone}
        w={200}
        clearable
        searchable
        value={value.actorId}
        onChange={(actorId) => change({ actorId })}
        data={[
          {
            group: settings.members.title,
            items: members.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            group: settings.keys.title,
            items: keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} …${last4}` })),
          },
        ]}
      />
      <Select
        label={texts.what}
        placeholder={texts.anyAction}
        w={220}
        clearable
        searchable
        value={value.action}
        onChange={(action) => change({ action: action as Action | null })}
        data={Object.entries(texts.actions).map(([action, label]) => ({ value: action, label }))}
      />
      <Select
        label={texts.when}
        placeholder={texts.anyTime}
        w={160}
        clearable
        value={value.days === null ? null : String(value.days)}
        onChange={(days) => change({ days: activityDays.find((known) => String(known) === days) ?? null })}
        data={activityDays.map((days) => ({ value: String(days), label: texts.lastDays[days] }))}
      />
      <TextInput
        flex={1}
        miw={200}
        label={texts.search}
        placeholder="post_…"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={value.objectId}
        onChange={(event) => change({ objectId: event.currentTarget.value })}
      />
    </Group>
  );
}
