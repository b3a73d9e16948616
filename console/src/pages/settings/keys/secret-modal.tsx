// Shows the secret of a new key once, with a command to try it.

import { Text } from '@mantine/core';
import type { MintedKey } from '../../../data/settings/keys.ts';
import { CopyField } from '../../../parts/forms/copy-field.tsx';
import { SecretDialog } from '../../../parts/forms/secret-dialog.tsx';
import { curlFirstPost } from '../../../parts/text/curl.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function SecretModal({ minted, onClose }: { minted: MintedKey; onClose: () => void }) {
  const { keys: texts } = useSettingsTexts();
  const { key, secret } = minted;
  return (
    <SecretDialog
      title={texts.secretTitle(key.name)}
      warning={texts.secretOnce}
      label={texts.secret}
      secret={secret}
      onClose={onClose}
    >
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
    </SecretDialog>
  );
}
