// Replaces the secret of a webhook, and shows the new one once.

import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '../../../data/settings/webhook-states.ts';
import { useRotateSecret } from '../../../data/settings/webhooks.ts';
import { Dialog } from '../../../parts/forms/dialog.tsx';
import { FormButtons } from '../../../parts/forms/form-buttons.tsx';
import { SecretDialog } from '../../../parts/forms/secret-dialog.tsx';
import { ErrorState } from '../../../parts/states/states.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { nameOf } from './webhook-form.ts';

export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks: texts } = useSettingsTexts();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useRotateSecret();
  // Without a secret, the first response was lost and this one is a replay: the dialog stays, to rotate again.
  const confirm = () =>
    rotate.mutate(webhook.id, { onSuccess: (rotated) => setSecret(rotated.secret ?? null) });
  if (secret !== null) return <WebhookSecret secret={secret} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} isPending={rotate.isPending} title={texts.rotateTitle(nameOf(webhook))}>
      <Stack>
        {rotate.error !== null && <ErrorState error={rotate.error} />}
        <Text size="sm">{texts.rotateText}</Text>
        <FormButtons
          submitLabel={texts.rotate}
          isPending={rotate.isPending}
          onCancel={onClose}
          onSubmit={confirm}
        />
      </Stack>
    </Dialog>
  );
}

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { webhooks: texts } = useSettingsTexts();
  return (
    <SecretDialog
      title={texts.secretTitle}
      warning={texts.secretOnce}
      label={texts.secret}
      secret={secret}
      onClose={onClose}
    >
      <Text size="sm">{texts.secretText}</Text>
    </SecretDialog>
  );
}
