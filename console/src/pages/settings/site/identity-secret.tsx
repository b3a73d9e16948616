// Creates the secret that the workspace's own application signs tokens with, and shows it once.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type SecretMode, useNewIdentitySecret } from '../../../data/settings/site.ts';
import { Dialog } from '../../../parts/forms/dialog.tsx';
import { FormButtons } from '../../../parts/forms/form-buttons.tsx';
import { SecretDialog } from '../../../parts/forms/secret-dialog.tsx';
import { ErrorState } from '../../../parts/states/states.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function IdentitySecret() {
  const { site: texts } = useSettingsTexts();
  const [mode, setMode] = useState<SecretMode | null>(null);
  return (
    <div>
      <Text size="sm" fw={600} mt="lg">
        {texts.secret}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.secretAskText}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => setMode('live')}>
          {texts.secretLive}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setMode('test')}>
          {texts.secretTest}
        </Button>
      </Group>
      {mode !== null && <NewSecret mode={mode} onClose={() => setMode(null)} />}
    </div>
  );
}

function NewSecret({ mode, onClose }: { mode: SecretMode; onClose: () => void }) {
  const { site: texts, keys } = useSettingsTexts();
  const create = useNewIdentitySecret();
  // Without a secret, the first response was lost and this one is a replay: the dialog stays, to create another.
  const secret = create.data?.secret;
  if (secret !== undefined)
    return (
      <SecretDialog
        title={texts.secret}
        warning={texts.secretOnce}
        label={texts.secret}
        secret={secret}
        onClose={onClose}
      >
        <Text size="sm">{texts.secretText}</Text>
      </SecretDialog>
    );
  return (
    <Dialog onClose={onClose} isPending={create.isPending} title={texts.secretAsk(keys.modes[mode])}>
      <Stack>
        {create.error !== null && <ErrorState error={create.error} />}
        <Text size="sm">{texts.secretAskText}</Text>
        <FormButtons
          submitLabel={texts.secretCreate}
          isPending={create.isPending}
          onCancel={onClose}
          onSubmit={() => create.mutate(mode)}
        />
      </Stack>
    </Dialog>
  );
}
