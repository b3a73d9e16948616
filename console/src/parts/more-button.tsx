// The button at the end of a list that loads the next page.

import { Button, Center } from '@mantine/core';
import { useTexts } from '../texts/texts.tsx';

export function MoreButton(props: {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}) {
  const { common } = useTexts();
  if (!props.hasNextPage) return null;
  return (
    <Center mt="md">
      <Button variant="default" loading={props.isFetchingNextPage} onClick={() => void props.fetchNextPage()}>
        {common.more}
      </Button>
    </Center>
  );
}
