// Shown when there are no posts: none match, or there are none yet.

import { Button, Text } from '@mantine/core';
import { Suspense } from 'react';
import { type FeedbackSearch, type FilterName, filterNames } from '../../data/feedback/feedback-search.ts';
import { IconSearchOff } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { lazyComponent } from '../../parts/states/lazy-component.tsx';
import { EmptyState } from '../../parts/states/states.tsx';
import { useListTexts } from '../../texts/list.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useChosenNames } from './filters/use-filters.ts';

/** Most workspaces have posts, so their first visit doesn't load it. */
const FirstPost = lazyComponent(async () => (await import('./first-post.tsx')).FirstPost);

export function FeedbackEmpty({ search, onClear }: { search: FeedbackSearch; onClear: () => void }) {
  const { feedback } = useTexts();
  const isSearch = search.q !== undefined;
  const title = useFilterTitle(search);
  if (isSearch || search.more !== undefined || filterNames.some((name) => search[name] !== undefined)) {
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
    <Suspense>
      <FirstPost />
    </Suspense>
  );
}

/** The address names a view that this member doesn't see. */
export function ViewGone() {
  const { views: texts } = useListTexts();
  return (
    <EmptyState Icon={IconSearchOff} title={texts.goneTitle}>
      <Text c="dimmed">{texts.goneText}</Text>
      <ButtonLink to="/posts" variant="default" mt="sm">
        {texts.all}
      </ButtonLink>
    </EmptyState>
  );
}

/** Names the filter, if it is a single one. */
function useFilterTitle(search: FeedbackSearch): string {
  const { feedback, visibility } = useTexts();
  const namesOf = useChosenNames(search);
  const titles: Partial<Record<FilterName, (name: string) => string>> = {
    status: feedback.noneWithStatus,
    type: feedback.noneOfType,
    visibility: visibility.noneOf,
    unanswered: () => feedback.noneWaiting,
  };
  const filtered = filterNames.flatMap((name) => namesOf(name).map((value) => ({ name, value })));
  const [first, ...others] = filtered;
  if (first === undefined || others.length > 0 || search.more !== undefined) return feedback.noneWithFilters;
  return titles[first.name]?.(first.value) ?? feedback.noneWithFilters;
}
