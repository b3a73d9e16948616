// Shows a new secret once, with a command to try it. Closes only with its button, so that a stray click can't lose it.

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { MintedKey } from '../../data/keys.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { curlFirstPost } from '../../parts/curl.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';

export function SecretModal({ minted, onClose }: { minted: MintedKey; onClose: () => void }) {
  const { settings, common } = useTexts();
  const { keys: texts } = settings;
  const { key, secret } = minted;
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={texts.secretTitle(key.name)}
    >
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {texts.secretOnce}
        </Alert>
        <CopyField text={secret} label={texts.secret} />
        <div>
          <Text size="sm" fw={600} mb={6}>
            {key.mode === 'live' ? texts.tryLive : texts.tryTest}
          </Text>
          <CopyField
            isCode
            label={texts.command}
            text={curlFirstPost(location.origin, secret, texts.firstPost)}
          />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.done}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
