// Tags by name: suggests existing tags; a new name creates a tag.

import { TagsInput } from '@mantine/core';
import { useTags } from '../../data/catalog.ts';
import { useTexts } from '../../texts/texts.tsx';

export function TagField(props: { label: string; value: string[]; onChange: (tags: string[]) => void }) {
  const { post } = useTexts();
  const known = useTags().data ?? [];
  return (
    <TagsInput
      {...props}
      data={known.map(({ name }) => name)}
      limit={20}
      placeholder={props.value.length === 0 ? post.addTag : ''}
      maxLength={64}
    />
  );
}
