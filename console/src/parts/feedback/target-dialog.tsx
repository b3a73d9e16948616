// Chooses the post to merge something into: suggests similar posts, and finds others by search.

import type { Post } from '@earshot/client';
import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useStatuses } from '../../data/catalog.ts';
import { useMergeSuggestions, usePostChoice } from '../../data/feedback/posts.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Dialog } from '../forms/dialog.tsx';
import { IconSearch } from '../icons.tsx';
import { ErrorState } from '../states/states.tsx';
import surface from '../surface.module.css';
import type { KnownErrors } from '../text/error-text.ts';
import { useFormats } from '../text/format.ts';
import { StatusBadge } from './status-badge.tsx';

type Offered = Post & { similarity?: number };

export function TargetDialog(props: {
  title: string;
  text: string;
  /** What is merged. */
  source: { id: string; title: string };
  error: Error | null;
  known: KnownErrors;
  isPending: boolean;
  onChoose: (intoId: string) => void;
  onClose: () => void;
  /** Further choices. */
  children?: ReactNode;
}) {
  const { post: texts } = useTexts();
  const { source, error, isPending } = props;
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), 200);
  const similar = useMergeSuggestions(source, asked === '');
  const found = usePostChoice(asked);
  const query = asked === '' ? similar : found;
  const offered: Offered[] = (query.data ?? []).filter(({ id }) => id !== source.id);
  return (
    <Dialog size="lg" onClose={props.onClose} isPending={isPending} title={props.title}>
      <Text size="sm" c="dimmed" mb="md">
        {props.text}
      </Text>
      {error !== null && <ErrorState error={error} known={props.known} />}
      {props.children}
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
