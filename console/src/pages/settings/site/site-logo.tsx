// The logo of the public site. It is saved when it is chosen.

import type { Site } from '@earshot/client';
import { Button, FileButton, Group, Text } from '@mantine/core';
import { useMayAdminister } from '../../../data/session.ts';
import { useSetLogo } from '../../../data/settings/site.ts';
import { IconUpload } from '../../../parts/icons.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import classes from './site-logo.module.css';

const accepted = 'image/png,image/jpeg,image/webp,image/gif';

export function SiteLogo({ logo }: { logo: Site['logo'] }) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { site: texts } = settings;
  const notify = useNotify();
  const mayAdminister = useMayAdminister();
  const { mutate, isPending, variables } = useSetLogo();
  const save = (file: File | null) =>
    mutate(file, {
      onSuccess: () => notify.done(file === null ? texts.logoDeleted : texts.logoUploaded),
      onError: notify.failed,
    });
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.logo}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {texts.logoHint}
      </Text>
      <Group gap="sm">
        {logo !== null && <img className={classes.logo} src={logo.url} alt={texts.logo} />}
        {mayAdminister && (
          <FileButton accept={accepted} onChange={(file) => file !== null && save(file)}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                size="xs"
                loading={isPending && variables !== null}
                leftSection={<IconUpload size={14} aria-hidden />}
              >
                {texts.uploadLogo}
              </Button>
            )}
          </FileButton>
        )}
        {mayAdminister && logo !== null && (
          <Button
            variant="subtle"
            size="xs"
            loading={isPending && variables === null}
            aria-label={common.labeled(common.delete, texts.logo)}
            onClick={() => save(null)}
          >
            {common.delete}
          </Button>
        )}
      </Group>
    </div>
  );
}
