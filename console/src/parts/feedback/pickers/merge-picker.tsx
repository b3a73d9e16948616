// Merges one post into another, or several into one of them or another one, and asks first if visitors may see only
// some of them.

import type { PostDetail } from '@earshot/client';
import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useFindPost } from '../../../data/feedback/posts.ts';
import { useSession } from '../../../data/session.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useFocusReturn } from '../../forms/use-focus-return.ts';
import { useNotify } from '../../states/notify.tsx';
import { shortened } from '../use-bulk-edits.ts';
import { useMergeChange } from '../use-merge-change.ts';
import { type PickerProps, usePickerTitle } from './picker.ts';
import { TargetChoices } from './target-choices.tsx';

/** Visitors may see some of the posts, but not the others. */
type Asked = Pick<PostDetail, 'id' | 'title' | 'visibility'>;

export function MergePicker(props: PickerProps) {
  const { posts, anchor, onClose } = props;
  const { post: texts } = useTexts();
  const { siteUrl } = useSession();
  const notify = useNotify();
  const find = useFindPost();
  const { merge } = useMergeChange();
  const [asked, setAsked] = useState<Asked | null>(null);
  const title = usePickerTitle('merge', posts);
  // To where it was before the popover, also after the question.
  useFocusReturn();
  const [first] = posts;
  if (first === undefined) return null;
  const mergeInto = (intoId: string, publishComments = false) => {
    const others = posts.filter(({ id }) => id !== intoId);
    merge(others, { intoId, ...(publishComments && { publishComments }) }, () => props.onMerged(intoId));
    props.onPicked('merge');
    onClose();
  };
  const choose = (intoId: string) => {
    if (siteUrl === null) return mergeInto(intoId);
    find.mutate(intoId, {
      onSuccess: (into) => {
        const isAlike = posts.every(({ visibility }) => visibility === into.visibility);
        if (isAlike) mergeInto(intoId);
        else setAsked(into);
      },
      onError: notify.failed,
    });
  };
  if (asked !== null)
    return (
      <MergeQuestion
        into={asked}
        onMerge={(publishComments) => mergeInto(asked.id, publishComments)}
        onClose={onClose}
      />
    );
  return (
    <TargetChoices
      anchor={anchor}
      onClose={onClose}
      title={title}
      source={first}
      first={posts.length === 1 ? undefined : byVotes(posts)}
      onChoose={({ id }) => choose(id)}
    >
      {() => (
        <Text size="xs" c="dimmed" p="xs">
          {texts.mergeText}
        </Text>
      )}
    </TargetChoices>
  );
}

const byVotes = (posts: PickerProps['posts']) =>
  posts.toSorted((a, b) => (b.votesCount ?? 0) - (a.votesCount ?? 0));

/** Says what the merge takes from visitors, or asks what it shows them. */
function MergeQuestion(props: {
  into: Asked;
  onMerge: (publishComments: boolean) => void;
  onClose: () => void;
}) {
  const { visibility } = useTexts();
  const [publishComments, setPublishComments] = useState(false);
  const { into } = props;
  const isShown = into.visibility === 'public';
  return (
    <FormDialog
      title={isShown ? visibility.mergeShownTitle : visibility.mergeHiddenTitle}
      error={null}
      submitLabel={visibility.mergeConfirm}
      isPending={false}
      onSubmit={() => props.onMerge(publishComments)}
      onClose={props.onClose}
    >
      <Text size="sm">
        {(isShown ? visibility.mergeShownText : visibility.mergeHiddenText)(shortened(into.title))}
      </Text>
      {isShown && (
        <Checkbox
          label={visibility.publishComments}
          description={visibility.publishCommentsHint}
          checked={publishComments}
          onChange={(event) => setPublishComments(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
