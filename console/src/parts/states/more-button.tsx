// The button at the end of a list that loads the next page, and the error if that fails.

import { Button, Center } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';
import { ErrorState } from './states.tsx';

const looks = {
  page: { variant: 'default', size: 'sm' },
  panel: { variant: 'subtle', size: 'compact-xs' },
} as const;

/** The parts of an infinite query that it needs, and whether the list is that of a page or of a small panel. */
export function MoreButton({
  look = 'page',
  ...list
}: {
  look?: keyof typeof looks;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => unknown;
}) {
  const { common } = useTexts();
  if (!list.hasNextPage) return null;
  const load = () => void list.fetchNextPage();
  if (list.isFetchNextPageError && !list.isFetchingNextPage)
    return <ErrorState error={list.error} onRetry={load} />;
  const button = (
    <Button
      {...looks[look]}
      mt={look === 'page' ? 'md' : 'xs'}
      loading={list.isFetchingNextPage}
      onClick={load}
    >
      {common.more}
    </Button>
  );
  return look === 'page' ? <Center>{button}</Center> : button;
}
