// Welcomes the owner of a new installation: explains the initial keys and the next steps.

import { Alert, Button, Group, Text } from '@mantine/core';
import { useSession } from '../../../data/session.ts';
import { IconBook2, IconConfetti } from '../../../parts/icons.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import classes from './keys-page.module.css';

const modes = ['live', 'test'] as const;

export function KeysWelcome({ onClose }: { onClose: () => void }) {
  const settings = useSettingsTexts();
  const { shell, common } = useTexts();
  const { keys: texts } = settings;
  const { account } = useSession();
  return (
    <Alert
      mb="lg"
      icon={<IconConfetti size={20} aria-hidden />}
      title={texts.welcomeTitle(account.name)}
      withCloseButton
      closeButtonLabel={common.close}
      onClose={onClose}
    >
      <Text size="sm">{texts.welcomeText}</Text>
      <dl className={classes.modes}>
        {modes.map((mode) => (
          <div key={mode}>
            <dt>{texts.modes[mode]}</dt>
            <dd>{texts.modeHints[mode]}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm">{texts.welcomeSecrets}</Text>
      <Group mt="md" gap="xs">
        <Button
          component="a"
          href="/docs"
          target="_blank"
          size="xs"
          variant="default"
          leftSection={<IconBook2 size={14} aria-hidden />}
        >
          {shell.apiReference}
        </Button>
        <ButtonLink to="/posts" size="xs" variant="default">
          {texts.toPosts}
        </ButtonLink>
      </Group>
    </Alert>
  );
}
