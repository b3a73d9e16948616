// Makes existing posts public: all internal ones, or those of some types and statuses.

import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { usePostTypes, useStatuses } from '../../../data/catalog.ts';
import type { FeedbackSearch } from '../../../data/feedback/feedback-search.ts';
import { useMatchCount } from '../../../data/feedback/posts.ts';
import { ColorLabel } from '../../../parts/color-dot.tsx';
import { PublishFields } from '../../../parts/feedback/publish-dialog.tsx';
import { useVisibilityChange } from '../../../parts/feedback/use-visibility-change.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { useFormats } from '../../../parts/text/format.ts';
import { useTexts } from '../../../texts/texts.tsx';

export const internalPosts: FeedbackSearch = { visibility: ['internal'] };

/** Nothing chosen means all. */
const searchFor = (type: string[], status: string[]): FeedbackSearch => ({
  ...internalPosts,
  ...(type.length > 0 && { type }),
  ...(status.length > 0 && { status }),
});

export function ExistingPosts({ onClose }: { onClose: () => void }) {
  const { visibility: texts, feedback } = useTexts();
  const formats = useFormats();
  const { publishMatching } = useVisibilityChange();
  const [type, setType] = useState<string[]>([]);
  const [status, setStatus] = useState<string[]>([]);
  const [publishComments, setPublishComments] = useState(false);
  const all = useMatchCount(internalPosts, true).data;
  const search = searchFor(type, status);
  const { count, isMore } = useMatchCount(search, true).data ?? { count: 0, isMore: false };
  const shown = (number: number, more = false) => `${formats.number(number)}${more ? '+' : ''}`;
  const submit = () => {
    publishMatching(search, { publishComments });
    onClose();
  };
  return (
    <FormDialog
      size="lg"
      title={texts.existingTitle(all?.count ?? 0, shown(all?.count ?? 0, all?.isMore))}
      error={null}
      submitLabel={texts.publish}
      isPending={false}
      isDisabled={count === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Group align="flex-start" gap="xl">
        <Choices label={feedback.type} choices={usePostTypes().data} value={type} onChange={setType} />
        <Choices label={feedback.status} choices={useStatuses().data} value={status} onChange={setStatus} />
      </Group>
      <PublishFields publishComments={publishComments} onChange={setPublishComments} />
      <Text size="sm" fw={600} aria-live="polite">
        {texts.chosen(count, shown(count, isMore))}
      </Text>
    </FormDialog>
  );
}

function Choices(props: {
  label: string;
  choices: readonly { id: string; name: string; color: string }[] | undefined;
  value: string[];
  onChange: (ids: string[]) => void;
}) {
  const { visibility: texts } = useTexts();
  return (
    <Checkbox.Group
      label={props.label}
      description={texts.noneMeansAll}
      value={props.value}
      onChange={props.onChange}
    >
      <Stack gap="xs" mt="xs">
        {props.choices?.map(({ id, name, color }) => (
          <Checkbox key={id} value={id} label={<ColorLabel color={color} name={name} />} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
