// Sends everything since a time again.

import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '../../../data/webhook-states.ts';
import { useReplay } from '../../../data/webhooks.ts';
import { errorBesideFields, useFieldErrors } from '../../../parts/error-text.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useFormats } from '../../../parts/format.ts';
import { fromLocalField, toLocalField } from '../../../parts/local-time.ts';
import { useNotify } from '../../../parts/notify.tsx';
import { useTexts } from '../../../texts/texts.tsx';

const dayMs = 86_400_000;

export function ReplayModal({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks: texts } = useTexts().settings;
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
