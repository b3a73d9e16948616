// Sends everything since a time again.

import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '../../../data/settings/webhook-states.ts';
import { useReplay } from '../../../data/settings/webhooks.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { errorBesideFields, useFieldErrors } from '../../../parts/text/error-text.ts';
import { useFormats } from '../../../parts/text/format.ts';
import { fromLocalField, toLocalField } from '../../../parts/text/local-time.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';

const dayMs = 86_400_000;

export function ReplayModal({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks: texts } = useSettingsTexts();
  const formats = useFormats();
  const notify = useNotify();
  const replay = useReplay();
  const errors = useFieldErrors(replay.error);
  const [since, setSince] = useState(() => toLocalField(new Date(Date.now() - dayMs).toISOString()));
  const submit = () => {
    const instant = fromLocalField(since);
    if (instant === undefined) return;
    const onSuccess = () => {
      notify.done(texts.replayed(formats.dateTime(instant)));
      onClose();
    };
    replay.mutate({ id: webhook.id, since: instant }, { onSuccess });
  };
  return (
    <FormDialog
      title={texts.replay}
      error={errorBesideFields(replay.error, ['since'])}
      submitLabel={texts.replay}
      isPending={replay.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{texts.replayText}</Text>
      <TextInput
        type="datetime-local"
        label={texts.replaySince}
        required
        data-autofocus
        error={errors.since}
        max={toLocalField(new Date().toISOString())}
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
