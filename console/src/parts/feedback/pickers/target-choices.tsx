// Finds the post to merge something into: similar posts at first, and others by what is typed.

import type { Post } from '@earshot/client';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useStatuses } from '../../../data/catalog.ts';
import { usePostChoice, usePostsOf, useSimilarPosts } from '../../../data/feedback/posts.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { ChoicePopover, type PopoverPlace } from '../../forms/choice-popover.tsx';
import classes from '../../forms/choices.module.css';
import { useFormats } from '../../text/format.ts';
import { StatusBadge } from '../status-badge.tsx';

/** A post to merge into, as far as it is known. */
export type Offered = Pick<Post, 'id' | 'title' | 'statusId'> &
  Partial<Pick<Post, 'votesCount' | 'createdAt' | 'author'>> & { similarity?: number };

export function TargetChoices(
  props: PopoverPlace & {
    title: string;
    /** What is merged. Posts like this one are offered first. */
    source: { id: string; title: string };
    /** Offered first, instead of similar ones. */
    first?: readonly Offered[] | undefined;
    onChoose: (into: Offered) => void;
    children?: (take: () => void) => ReactNode;
  },
) {
  const { post: texts } = useTexts();
  const { source, first } = props;
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), 200);
  const similar = useSimilarPosts(source.title);
  const found = usePostChoice(asked, asked !== '');
  const isSearch = words.trim() !== '';
  const query = isSearch ? found : first === undefined ? similar : { ...similar, data: first, error: null };
  const offered: readonly Offered[] = isSearch ? (found.data ?? []) : (first ?? similar.data ?? []);
  const isOutdated = isSearch
    ? asked !== words.trim() || found.isPlaceholderData
    : first === undefined && similar.isPlaceholderData;
  const known = usePostsOf(offered.filter(({ author }) => author === undefined).map(({ id }) => id));
  const others = offered.filter(
    ({ id }) => (first !== undefined || id !== source.id) && (known.get(id)?.mergedIntoId ?? null) === null,
  );
  return (
    <ChoicePopover
      anchor={props.anchor}
      onClose={props.onClose}
      title={props.title}
      width={440}
      hint={texts.mergeSearch}
      noneText={isSearch ? texts.nothingFound : texts.noneSimilar}
      query={query}
      choices={others.map((one) => ({ ...one, name: one.title }))}
      onType={setWords}
      isOutdated={isOutdated}
      isCurrent={() => false}
      onPick={props.onChoose}
      render={(one) => <Line post={{ ...one, author: one.author ?? known.get(one.id)?.author }} />}
    >
      {props.children}
    </ChoicePopover>
  );
}

/** With all that tells it apart from another post with the same title. */
function Line({ post }: { post: Omit<Offered, 'author'> & { author: Post['author'] | undefined } }) {
  const { post: texts, feedback } = useTexts();
  const formats = useFormats();
  const statuses = useStatuses().data;
  const { title, votesCount, similarity, statusId, author, createdAt } = post;
  return (
    <span className={classes.target}>
      <span className={classes.targetTitle} dir="auto">
        {title}
      </span>
      <Text span size="xs" c="dimmed" className={classes.targetFacts}>
        <StatusBadge status={statuses?.find(({ id }) => id === statusId)} />
        {votesCount !== undefined && <span>{feedback.votes(votesCount, formats.number(votesCount))}</span>}
        {similarity !== undefined && <span>{texts.similarity(formats.percent(similarity))}</span>}
        {author !== undefined && <bdi>{author.name ?? author.email ?? feedback.anonymous}</bdi>}
        {createdAt !== undefined && (
          <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
            {formats.ago(createdAt)}
          </time>
        )}
      </Text>
    </span>
  );
}
