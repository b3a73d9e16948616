// Posts that may ask for the same, in sight without being asked for.

import type { PostDetail } from '@earshot/client';
import { Button, Kbd } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useStatuses } from '../../data/catalog.ts';
import { useHiddenPosts } from '../../data/delayed-deletions.ts';
import { useMergedPosts, useSimilarPosts } from '../../data/feedback/posts.ts';
import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useFormats } from '../text/format.ts';
import classes from './likely-duplicates.module.css';

/** Below that, titles share words by chance. */
const leastSimilar = 0.5;
const maxShown = 2;

/** `onMerge`: opens the picker of what to merge into. */
export function LikelyDuplicates(props: { post: PostDetail; onMerge: (anchor: Element) => void }) {
  const { post } = props;
  const { feedback, post: texts } = useTexts();
  const { view } = usePostTexts();
  const formats = useFormats();
  const statuses = useStatuses().data;
  const similar = useSimilarPosts(post.title);
  const merged = useMergedPosts(post.id).data?.pages.flatMap(({ items }) => items);
  const hidden = useHiddenPosts();
  if (similar.data === undefined || similar.isPlaceholderData || merged === undefined) return null;
  const others = similar.data
    .filter(
      ({ id, similarity }) =>
        similarity >= leastSimilar &&
        id !== post.id &&
        !hidden.has(id) &&
        merged.every((one) => one.id !== id),
    )
    .slice(0, maxShown);
  if (others.length === 0) return null;
  return (
    <section className={classes.same} aria-label={texts.similar}>
      <ul className={classes.list}>
        {others.map(({ id, title, similarity, votesCount, statusId }) => (
          <li key={id}>
            {view.looksLike}{' '}
            <Link to="/posts/$postId" params={{ postId: id }} className={classes.title} dir="auto">
              {title}
            </Link>
            {` · ${texts.similarity(formats.percent(similarity))} · `}
            {feedback.votes(votesCount, formats.number(votesCount))}
            {' · '}
            <bdi>{statuses?.find((one) => one.id === statusId)?.name ?? '–'}</bdi>
          </li>
        ))}
      </ul>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        aria-label={texts.merge}
        rightSection={
          <Kbd size="xs" visibleFrom="sm">
            m
          </Kbd>
        }
        onClick={(event) => props.onMerge(event.currentTarget)}
      >
        {view.merge}
      </Button>
    </section>
  );
}
