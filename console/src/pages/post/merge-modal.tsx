// Merges the post into another one: suggests similar posts, and finds others by search.

import type { Post } from '@earshot/client';
import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMergePost, usePostChoice, useSimilarPosts, useUnmergePost } from '../../data/posts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useFormats } from '../../parts/format.ts';
import { useNotify } from '../../parts/notify.tsx';
import { ErrorState } from '../../parts/states.tsx';
import surface from '../../parts/surface.module.css';
import { useTexts } from '../../texts/texts.tsx';

export function MergeModal({ post, onClose }: { post: { id: string; title: string }; onClose: () => void }) {
  const { post: texts } = useTexts();
  const navigate = useNavigate();
  const notify = useNotify();
  const merge = useMergePost();
  const unmerge = useUnmergePost();
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), 200);
  const similar = useSimilarPosts(post.title, asked === '');
  const found = usePostChoice(asked);
  const query = asked === '' ? similar : found;
  const offered = (query.data ?? []).filter(({ id }) => id !== post.id);
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

function Choice(props: { post: Post & { similarity?: number }; isDisabled: boolean; onChoose: () => void }) {
  const { post: texts, feedback } = useTexts();
  const formats = useFormats();
  const { title, votesCount, similarity } = props.post;
  return (
    <UnstyledButton
      className={`${surface.row} ${surface.link}`}
      w="100%"
      disabled={props.isDisabled}
      onClick={props.onChoose}
    >
      <Text size="sm" fw={500} className={surface.grow}>
        {title}
      </Text>
      {similarity !== undefined && (
        <Text size="xs" c="dimmed">
          {texts.similarity(formats.percent(similarity))}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {feedback.votes(votesCount, formats.number(votesCount))}
      </Text>
    </UnstyledButton>
  );
}
