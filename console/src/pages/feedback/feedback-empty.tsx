// Shown when there are no posts: none match, or there are none yet and this is how to create one.

import { Button, Group, Stack, Text } from '@mantine/core';
import { usePostTypes, useStatuses } from '../../data/catalog.ts';
import { type FeedbackSearch, filterNames } from '../../data/feedback/feedback-search.ts';
import { useOwners } from '../../parts/feedback/use-owners.ts';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { IconMessage2, IconSearchOff } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { EmptyState } from '../../parts/states/states.tsx';
import { curlFirstPost } from '../../parts/text/curl.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useWaitingChoices } from './waiting-choices.ts';

export function FeedbackEmpty({ search, onClear }: { search: FeedbackSearch; onClear: () => void }) {
  const { feedback, settings } = useTexts();
  const isSearch = search.q !== undefined;
  const title = useFilterTitle(search);
  if (isSearch || filterNames.some((name) => search[name] !== undefined)) {
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
          <ButtonLink to="/posts/new">{feedback.create}</ButtonLink>
        </Group>
      </Stack>
    </EmptyState>
  );
}

/** Names the filter, if it is a single one. */
function useFilterTitle(search: FeedbackSearch): string {
  const { feedback, visibility } = useTexts();
  const choices = {
    status: useStatuses().data,
    type: usePostTypes().data,
    owner: useOwners(),
    visibility: (['internal', 'public'] as const).map((id) => ({ id, name: visibility.visibilities[id] })),
    ...useWaitingChoices(),
  };
  const titles = {
    status: feedback.noneWithStatus,
    type: feedback.noneOfType,
    owner: () => feedback.noneWithFilters,
    visibility: visibility.noneOf,
    comments: () => feedback.noneWithFilters,
    unanswered: () => feedback.noneWaiting,
  };
  const filtered = filterNames.flatMap((name) => search[name]?.map((id) => ({ name, id })) ?? []);
  const [first, ...others] = filtered;
  if (first === undefined || others.length > 0) return feedback.noneWithFilters;
  const chosen = choices[first.name]?.find(({ id }) => id === first.id);
  return chosen === undefined ? feedback.noneWithFilters : titles[first.name](chosen.name);
}
