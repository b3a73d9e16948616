// The title of the list, with the number of results and a button for a new post.

import { Group, Text, Title } from '@mantine/core';
import type { ListedPost, usePostList } from '../../data/feedback/posts.ts';
import { IconPlus } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useListTexts } from '../../texts/list.ts';
import { useTexts } from '../../texts/texts.tsx';

interface Listed {
  list: ReturnType<typeof usePostList>;
  posts: readonly ListedPost[];
}

export function FeedbackTitle(props: Listed) {
  const { places, feedback } = useTexts();
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap="sm" align="baseline">
        <Title order={1}>{places.posts}</Title>
        <Count {...props} />
      </Group>
      <ButtonLink to="/posts/new" flex="none" leftSection={<IconPlus size={16} aria-hidden />}>
        {feedback.create}
      </ButtonLink>
    </Group>
  );
}

/** How many posts match, without those that have left the list since it was read. */
function Count(props: Listed) {
  const { count } = useListTexts();
  const formats = useFormats();
  const { data, isPlaceholderData } = props.list;
  const [first] = data?.pages ?? [];
  if (data === undefined || first?.total === undefined || isPlaceholderData) return null;
  const loaded = new Set(data.pages.flatMap(({ items }) => items.map(({ id }) => id))).size;
  const total = first.total - (loaded - props.posts.length);
  const shown = first.totalIsMore === true ? `${formats.number(first.total)}+` : formats.number(total);
  return (
    <Text span c="dimmed" size="sm" role="status">
      {count(total, shown)}
    </Text>
  );
}
