// The comments of a post as a tree, including the team's private notes.

import { Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useComments, useNotes } from '../../data/feedback/discussion.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ErrorState, QueryResult, RowsSkeleton } from '../states/states.tsx';
import { useFormats } from '../text/format.ts';
import { inReadingOrder } from './comment-order.ts';
import { CommentRow } from './comment-row.tsx';
import classes from './timeline.module.css';

/** Comments to render at first, and with each click on "Show more". */
const step = 100;

export function Timeline(props: { postId: string; count: number; isPublic: boolean }) {
  const { postId, count } = props;
  const { post: texts, common } = useTexts();
  const formats = useFormats();
  const comments = useComments(postId);
  const notes = useNotes(postId);
  const [shown, setShown] = useState(step);
  const [answering, setAnswering] = useState<string | null>(null);
  const placed = useMemo(
    () => inReadingOrder(comments.data ?? [], notes.data ?? []),
    [comments.data, notes.data],
  );
  // Together, so that notes don't push comments down.
  const loaded = notes.isPending ? { ...comments, data: undefined } : comments;
  const noteCount = notes.data?.filter(({ isDeleted }) => !isDeleted).length ?? 0;
  return (
    <section className={classes.discussion} aria-labelledby="discussion">
      <Title order={2} id="discussion" mb="md">
        {[
          ...(count > 0 || noteCount === 0 ? [texts.comments(count, formats.number(count))] : []),
          ...(noteCount > 0 ? [texts.notes(noteCount, formats.number(noteCount))] : []),
        ].join(common.comma)}
      </Title>
      <QueryResult query={loaded} skeleton={<RowsSkeleton rows={Math.min(count, 4)} height={74} />}>
        {() => (
          <ol className={classes.comments}>
            {placed.slice(0, shown).map(({ comment, depth }) => (
              <CommentRow
                key={comment.id}
                comment={comment}
                depth={depth}
                isOnSite={props.isPublic}
                isAnswering={answering === comment.id}
                onAnswer={(isOpen) => setAnswering(isOpen ? comment.id : null)}
              />
            ))}
          </ol>
        )}
      </QueryResult>
      {notes.error !== null && notes.data === undefined && (
        <ErrorState error={notes.error} onRetry={() => void notes.refetch()} />
      )}
      {placed.length > shown && (
        <button type="button" className={classes.more} onClick={() => setShown((all) => all + step)}>
          {common.more}
        </button>
      )}
    </section>
  );
}
