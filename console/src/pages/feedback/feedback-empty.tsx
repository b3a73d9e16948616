// Shown when there are no posts: none match, or there are none yet and this is how to create one.

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMessage2, IconSearchOff } from '@tabler/icons-react';
import { CopyField } from '../../parts/copy-field.tsx';
import { curlFirstPost } from '../../parts/curl.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';

export function FeedbackEmpty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { feedback, settings } = useTexts();
  if (isFiltered) {
    return (
      <EmptyState Icon={IconSearchOff} title={feedback.noMatchTitle}>
        <Text c="dimmed">{feedback.noMatchText}</Text>
        <Button variant="default" mt="sm" onClick={onClear}>
          {feedback.clearFilters}
        </Button>
      </EmptyState>
    );
  }
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
          <ButtonLink to="/feedback/new">{feedback.create}</ButtonLink>
        </Group>
      </Stack>
    </EmptyState>
  );
}
