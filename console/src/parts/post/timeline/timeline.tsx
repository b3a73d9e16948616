// What was said about a post and what became of it, as one list: comments with replies, the team's private notes,
// changes with who and why. Oldest first.

import { Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useComments, useHistory, useNotes } from '../../../data/feedback/discussion.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { ErrorState, QueryResult, RowsSkeleton } from '../../states/states.tsx';
import { useFormats } from '../../text/format.ts';
import { inReadingOrder, withEvents } from './comment-order.ts';
import { CommentRow } from './comment-row.tsx';
import { EventRow } from './event-row.tsx';
import classes from './timeline.module.css';

/** Rows to render at first, and with each click on "Show more". */
const step = 100;

export function Timeline(props: { postId: string; count: number; isPublic: boolean }) {
  const { postId, count } = props;
  const { post: texts, common } = useTexts();
  const formats = useFormats();
  const comments = useComments(postId);
  const notes = useNotes(postId);
  const history = useHistory(postId);
  const [shown, setShown] = useState(step);
  const [answering, setAnswering] = useState<string | null>(null);
  const rows = useMemo(
    () => withEvents(inReadingOrder(comments.data ?? [], notes.data ?? []), history.data ?? []),
    [comments.data, notes.data, history.data],
  );
  // Together, so that notes and events don't push comments down.
  const isWaiting = notes.isPending || history.isPending;
  const loaded = isWaiting ? { ...comments, data: undefined } : comments;
  const noteCount = notes.data?.filter(({ isDeleted }) => !isDeleted).length ?? 0;
  return (
    <section className={classes.timeline} aria-labelledby="timeline">
      <Title order={2} id="timeline" mb="md">
        {[
          ...(count > 0 || noteCount === 0 ? [texts.comments(count, formats.number(count))] : []),
          ...(noteCount > 0 ? [texts.notes(noteCount, formats.number(noteCount))] : []),
        ].join(common.comma)}
      </Title>
      <QueryResult query={loaded} skeleton={<RowsSkeleton rows={Math.min(count + 1, 4)} height={56} />}>
        {() => (
          <ol className={classes.rows}>
            {rows.slice(0, shown).map((row, index) =>
              'comment' in row ? (
                <CommentRow
                  key={row.comment.id}
                  comment={row.comment}
                  depth={row.depth}
                  isOnSite={props.isPublic}
                  isAnswering={answering === row.comment.id}
                  onAnswer={(isOpen) => setAnswering(isOpen ? row.comment.id : null)}
                />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: Events have no IDs, and several may be of one moment.
                <EventRow key={`${row.at} ${index}`} event={row} />
              ),
            )}
          </ol>
        )}
      </QueryResult>
      {[notes, history].map(
        (query, index) =>
          query.error !== null &&
          query.data === undefined && (
            // biome-ignore lint/suspicious/noArrayIndexKey: There are always the same two.
            <ErrorState key={index} error={query.error} onRetry={() => void query.refetch()} />
          ),
      )}
      {rows.length > shown && (
        <button type="button" className={classes.more} onClick={() => setShown((all) => all + step)}>
          {common.more}
        </button>
      )}
    </section>
  );
}
