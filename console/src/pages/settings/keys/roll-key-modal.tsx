// Replaces a key with a new one of the same name; the old one keeps working for a while, so that it can be deployed.

import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ApiKey, type MintedKey, useRollKey } from '../../../data/settings/keys.ts';
import { Dialog } from '../../../parts/forms/dialog.tsx';
import { FormButtons } from '../../../parts/forms/form-buttons.tsx';
import { ErrorState } from '../../../parts/states/states.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

const overlaps = ['0', '1', '24', '72', '168'] as const;

export function RollKeyModal(props: {
  apiKey: ApiKey;
  onClose: () => void;
  onRolled: (minted: MintedKey) => void;
}) {
  const { keys: texts } = useSettingsTexts();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  const roll = useRollKey();
  const confirm = () =>
    roll.mutate({ id: props.apiKey.id, overlapHours: Number(overlap) }, { onSuccess: props.onRolled });
  return (
    <Dialog onClose={props.onClose} isPending={roll.isPending} title={texts.rollTitle(props.apiKey.name)}>
      <Stack>
        {roll.error !== null && <ErrorState error={roll.error} known={{ CONFLICT: texts.rollConflict }} />}
        <Text size="sm">{texts.rollText}</Text>
        <Select
          label={texts.overlap}
          value={overlap}
          onChange={(value) => setOverlap((value ?? '24') as (typeof overlaps)[number])}
          data={overlaps.map((value) => ({ value, label: texts.overlaps[value] }))}
        />
        <FormButtons
          submitLabel={texts.roll}
          isPending={roll.isPending}
          onCancel={props.onClose}
          onSubmit={confirm}
        />
      </Stack>
    </Dialog>
  );
}
