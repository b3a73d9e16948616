// Shown when there are no posts: none match, or there are none yet and this is how to create one.

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMessage2, IconSearchOff } from '@tabler/icons-react';
import { usePostTypes, useStatuses } from '../../data/catalog.ts';
import type { FeedbackSearch } from '../../data/feedback-search.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { curlFirstPost } from '../../parts/curl.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';

export function FeedbackEmpty({ search, onClear }: { search: FeedbackSearch; onClear: () => void }) {
  const { feedback, settings } = useTexts();
  const { q, status = [], type = [] } = search;
  const isSearch = q !== undefined;
  const title = useFilterTitle(status, type);
  if (isSearch || status.length > 0 || type.length > 0) {
    return (
      <EmptyState Icon={IconSearchOff} title={isSearch ? feedback.noMatchTitle : title}>
        {isSearch && <Text c="dimmed">{feedback.noMatchText}</Text>}
        <Button variant="default" mt="sm" onClick={onClear}>
          {isSearch ? feedback.clearFilters : feedback.showAll}
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

/** Names the filter, if it is a single one. */
function useFilterTitle(status: readonly string[], type: readonly string[]): string {
  const { feedback } = useTexts();
  const statuses = useStatuses().data;
  const types = usePostTypes().data;
  const nameIn = (all: readonly { id: string; name: string }[] | undefined, [only]: readonly string[]) =>
    status.length + type.length === 1 ? all?.find(({ id }) => id === only)?.name : undefined;
  const [statusName, typeName] = [nameIn(statuses, status), nameIn(types, type)];
  if (statusName !== undefined) return feedback.noneWithStatus(statusName);
  return typeName === undefined ? feedback.noneWithFilters : feedback.noneOfType(typeName);
}
