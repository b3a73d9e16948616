// Creates an API key. The defaults are good, so pressing Enter is enough.

import { SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type KeyFields, type MintedKey, useCreateKey } from '../../../data/settings/keys.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { toLocalField } from '../../../parts/text/local-time.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';

const lifetimes = ['never', '30', '90', '365', 'date'] as const;
type Lifetime = (typeof lifetimes)[number];

/** The end of the selected day in the person's time zone. */
function expiryOf(lifetime: Lifetime, date: string): string | undefined {
  if (lifetime === 'never') return undefined;
  if (lifetime === 'date') return date === '' ? undefined : new Date(`${date}T23:59:59`).toISOString();
  return new Date(Date.now() + Number(lifetime) * 86_400_000).toISOString();
}

export function CreateKeyModal(props: { onClose: () => void; onCreated: (minted: MintedKey) => void }) {
  const { keys: texts } = useSettingsTexts();
  const [name, setName] = useState('');
  const [mode, setMode] = useState<'live' | 'test'>('live');
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const [date, setDate] = useState('');
  const create = useCreateKey();
  const submit = () => {
    const expiresAt = expiryOf(lifetime, date);
    const fields: KeyFields = {
      name: name.trim() || texts.defaultName,
      mode,
      ...(expiresAt && { expiresAt }),
    };
    create.mutate(fields, { onSuccess: props.onCreated });
  };
  return (
    <FormDialog
      title={texts.create}
      error={create.error}
      submitLabel={texts.create}
      isPending={create.isPending}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextInput
        label={texts.name}
        placeholder={texts.defaultName}
        maxLength={64}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div>
        <Text size="sm" fw={600} mb={4} id="key-mode">
          {texts.mode}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="key-mode"
          value={mode}
          onChange={(value) => setMode(value as 'live' | 'test')}
          data={[
            { value: 'live', label: texts.modes.live },
            { value: 'test', label: texts.modes.test },
          ]}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {texts.modeHints[mode]}
        </Text>
      </div>
      <Select
        label={texts.expires}
        value={lifetime}
        onChange={(value) => setLifetime((value ?? 'never') as Lifetime)}
        data={lifetimes.map((value) => ({ value, label: texts.lifetimes[value] }))}
      />
      {lifetime === 'date' && (
        <TextInput
          type="date"
          label={texts.expiryDate}
          required
          min={toLocalField(new Date().toISOString()).slice(0, 10)}
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
