// Merges the post into another one: suggests similar posts, and finds others by search.

import type { Post } from '@earshot/client';
import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useStatuses } from '../../data/catalog.ts';
import {
  useMergePost,
  useMergeSuggestions,
  usePostChoice,
  useUnmergePost,
} from '../../data/feedback/posts.ts';
import { useSession } from '../../data/session.ts';
import { StatusBadge } from '../../parts/feedback/status-badge.tsx';
import { Dialog } from '../../parts/forms/dialog.tsx';
import { IconSearch } from '../../parts/icons.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { ErrorState } from '../../parts/states/states.tsx';
import surface from '../../parts/surface.module.css';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';

type Offered = Post & { similarity?: number };

export function MergeModal({ post, onClose }: { post: { id: string; title: string }; onClose: () => void }) {
  const { post: texts, visibility } = useTexts();
  const { siteUrl } = useSession();
  const navigate = useNavigate();
  const notify = useNotify();
  const merge = useMergePost();
  const unmerge = useUnmergePost();
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), 200);
  const similar = useMergeSuggestions(post, asked === '');
  const found = usePostChoice(asked);
  const query = asked === '' ? similar : found;
  const offered: Offered[] = (query.data ?? []).filter(({ id }) => id !== post.id);
  const choose = (into: { id: string }) =>
    merge.mutate(
      { id: post.id, intoId: into.id },
      {
        onSuccess: () => {
          notify.doneWithUndo(texts.merged, () => unmerge.mutateAsync(post.id));
          void navigate({ to: '/feedback/$postId', params: { postId: into.id } });
        },
      },
    );
  return (
    <Dialog size="lg" onClose={onClose} isPending={merge.isPending} title={texts.mergeTitle}>
      <Text size="sm" c="dimmed" mb="md">
        {texts.mergeText}
        {siteUrl !== null && ` ${visibility.mergeText}`}
      </Text>
      {merge.error !== null && <ErrorState error={merge.error} known={{ CONFLICT: texts.mergeConflict }} />}
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
            <Choice key={one.id} post={one} isDisabled={merge.isPending} onChoose={() => choose(one)} />
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
