// Merges the post into another one, and asks first if visitors may see only one of the two.

import type { PostDetail } from '@earshot/client';
import { Checkbox, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFindPost, useMergePost, useUnmergePost } from '../../data/feedback/posts.ts';
import { useSession } from '../../data/session.ts';
import { TargetDialog } from '../../parts/feedback/target-dialog.tsx';
import { shortened } from '../../parts/feedback/use-bulk-edits.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { useTexts } from '../../texts/texts.tsx';

/** Visitors may see one of the two posts, but not the other. */
type Asked = Pick<PostDetail, 'id' | 'title' | 'visibility'>;

export function MergeModal({ post, onClose }: { post: PostDetail; onClose: () => void }) {
  const { post: texts } = useTexts();
  const { siteUrl } = useSession();
  const navigate = useNavigate();
  const notify = useNotify();
  const merge = useMergePost();
  const unmerge = useUnmergePost();
  const find = useFindPost();
  const [asked, setAsked] = useState<Asked | null>(null);
  const mergeInto = (intoId: string, publishComments = false) =>
    merge.mutate(
      { id: post.id, intoId, ...(publishComments && { publishComments }) },
      {
        onSuccess: () => {
          notify.doneWithUndo(texts.merged, () => unmerge.mutateAsync(post.id));
          void navigate({ to: '/posts/$postId', params: { postId: intoId } });
        },
      },
    );
  const choose = (intoId: string) => {
    if (siteUrl === null) return mergeInto(intoId);
    find.mutate(intoId, {
      onSuccess: (into) => (into.visibility === post.visibility ? mergeInto(intoId) : setAsked(into)),
    });
  };
  if (asked !== null)
    return (
      <MergeQuestion
        into={asked}
        error={merge.error}
        isPending={merge.isPending}
        onMerge={(publishComments) => mergeInto(asked.id, publishComments)}
        onClose={onClose}
      />
    );
  return (
    <TargetDialog
      title={texts.mergeTitle}
      text={texts.mergeText}
      source={post}
      error={merge.error ?? find.error}
      known={{ CONFLICT: texts.mergeConflict }}
      isPending={merge.isPending || find.isPending}
      onChoose={choose}
      onClose={onClose}
    />
  );
}

/** Says what the merge takes from visitors, or asks what it shows them. */
function MergeQuestion(props: {
  into: Asked;
  error: Error | null;
  isPending: boolean;
  onMerge: (publishComments: boolean) => void;
  onClose: () => void;
}) {
  const { post: texts, visibility } = useTexts();
  const [publishComments, setPublishComments] = useState(false);
  const { into } = props;
  const isShown = into.visibility === 'public';
  return (
    <FormDialog
      title={isShown ? visibility.mergeShownTitle : visibility.mergeHiddenTitle}
      error={props.error}
      known={{ CONFLICT: texts.mergeConflict }}
      submitLabel={visibility.mergeConfirm}
      isPending={props.isPending}
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
