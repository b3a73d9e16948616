// Merges the post into another one: suggests similar posts, finds others by search, and asks if visitors may see only one
// of the two.

import type { Post, PostDetail } from '@earshot/client';
import { Checkbox, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useStatuses } from '../../data/catalog.ts';
import {
  useFindPost,
  useMergePost,
  useMergeSuggestions,
  usePostChoice,
  useUnmergePost,
} from '../../data/feedback/posts.ts';
import { useSession } from '../../data/session.ts';
import { StatusBadge } from '../../parts/feedback/status-badge.tsx';
import { shortened } from '../../parts/feedback/use-bulk-edits.ts';
import { Dialog } from '../../parts/forms/dialog.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { IconSearch } from '../../parts/icons.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { ErrorState } from '../../parts/states/states.tsx';
import surface from '../../parts/surface.module.css';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';

type Offered = Post & { similarity?: number };

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
          void navigate({ to: '/feedback/$postId', params: { postId: intoId } });
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
      post={post}
      error={merge.error ?? find.error}
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

/** Where to merge the post. */
function TargetDialog(props: {
  post: PostDetail;
  error: Error | null;
  isPending: boolean;
  onChoose: (intoId: string) => void;
  onClose: () => void;
}) {
  const { post: texts } = useTexts();
  const { post, error, isPending } = props;
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), 200);
  const similar = useMergeSuggestions(post, asked === '');
  const found = usePostChoice(asked);
  const query = asked === '' ? similar : found;
  const offered: Offered[] = (query.data ?? []).filter(({ id }) => id !== post.id);
  return (
    <Dialog size="lg" onClose={props.onClose} isPending={isPending} title={texts.mergeTitle}>
      <Text size="sm" c="dimmed" mb="md">
        {texts.mergeText}
      </Text>
      {error !== null && <ErrorState error={error} known={{ CONFLICT: texts.mergeConflict }} />}
      <TextInput
        data-autofocus
        my="sm"
        aria-label={texts.mergeSearch}
        placeholder={texts.mergeSearch}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Text size="sm" fw={600} mb={6}>
        {asked === '' ? texts.suggested : texts.found}
      </Text>
      {query.error !== null && offered.length === 0 ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : offered.length === 0 ? (
        <Text size="sm" c="dimmed">
          {asked === '' ? texts.noneSimilar : texts.nothingFound}
        </Text>
      ) : (
        <div className={surface.frame}>
          {offered.map((one) => (
            <Choice key={one.id} post={one} isDisabled={isPending} onChoose={() => props.onChoose(one.id)} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

/** With all that tells it apart from another post with the same title. */
function Choice(props: { post: Offered; isDisabled: boolean; onChoose: () => void }) {
  const { post: texts, feedback } = useTexts();
  const formats = useFormats();
  const statuses = useStatuses().data;
  const { title, votesCount, similarity, statusId, author, createdAt } = props.post;
  return (
    <UnstyledButton
      className={`${surface.row} ${surface.link}`}
      w="100%"
      disabled={props.isDisabled}
      onClick={props.onChoose}
    >
      <div className={surface.grow}>
        <Text size="sm" fw={500} dir="auto">
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          <bdi>{author?.name ?? author?.email ?? feedback.anonymous}</bdi>
          {' · '}
          <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
            {formats.ago(createdAt)}
          </time>
          {' · '}
          {feedback.votes(votesCount, formats.number(votesCount))}
          {similarity !== undefined && ` · ${texts.similarity(formats.percent(similarity))}`}
        </Text>
      </div>
      <StatusBadge status={statuses?.find(({ id }) => id === statusId)} />
    </UnstyledButton>
  );
}
