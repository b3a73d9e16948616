// Shown when there are no posts yet: how to create one, with a key or here.

import { Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { IconMessage2 } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { EmptyState } from '../../parts/states/states.tsx';
import { curlFirstPost } from '../../parts/text/curl.ts';
import { useSettingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.tsx';

export function FirstPost() {
  const settings = useSettingsTexts();
  const { feedback } = useTexts();
  return (
    <EmptyState Icon={IconMessage2} title={feedback.emptyTitle}>
      <Text c="dimmed" maw={520}>
        {feedback.emptyText}
      </Text>
      <Stack w="100%" maw={620} mt="md" gap="md">
        <CopyField
          isCode
          label={settings.keys.command}
          text={curlFirstPost(location.origin, '$EARSHOT_KEY', settings.keys.firstPost)}
        />
        <Group justify="center" gap="xs">
          <ButtonLink to="/settings/api-keys" variant="default">
            {feedback.getKey}
          </ButtonLink>
          <ButtonLink to="/posts/new">{feedback.create}</ButtonLink>
        </Group>
      </Stack>
    </EmptyState>
  );
}
