// What visitors reported, with links to it.

import type { Report } from '@earshot/client';
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDismissReport } from '../../data/moderation.ts';
import { shortened } from '../../parts/feedback/use-bulk-edits.ts';
import { useNotify } from '../../parts/states/notify.tsx';
import surface from '../../parts/surface.module.css';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { LongText } from './long-text.tsx';
import classes from './moderation.module.css';
import { CommentExcerpt, PostLine } from './things.tsx';
import { useFocusOfNext } from './use-focus-of-next.ts';

export function ReportList({ reports }: { reports: Report[] }) {
  const { moderation: texts } = useTexts();
  const notify = useNotify();
  const dismiss = useDismissReport();
  const list = useFocusOfNext(reports.map(({ id }) => id));
  return (
    <div ref={list} className={classes.queue}>
      {reports.map((report) => (
        <ReportRow
          key={report.id}
          report={report}
          isPending={dismiss.isPending && dismiss.variables === report.id}
          onDismiss={() =>
            void notify.follow(dismiss.mutateAsync(report.id), () => notify.done(texts.dismissed))
          }
        />
      ))}
    </div>
  );
}

function ReportRow(props: { report: Report; isPending: boolean; onDismiss: () => void }) {
  const { moderation: texts, feedback, common } = useTexts();
  const formats = useFormats();
  const { id, user, reason, createdAt, postId, commentId } = props.report;
  const name = user.name ?? user.email ?? user.externalId ?? feedback.anonymous;
  return (
    <article className={classes.row} tabIndex={-1} aria-labelledby={`${id}-by`}>
      <Group gap="xs">
        <Text id={`${id}-by`} size="sm" fw={600}>
          {commentId === null ? texts.reportedPost : texts.reportedComment}
        </Text>
        <Link to="/customers/people/$userId" params={{ userId: user.id }} className={surface.link}>
          <Text size="sm" dir="auto">
            {name}
          </Text>
        </Link>
        <Text size="xs" c="dimmed">
          <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
            {formats.ago(createdAt)}
          </time>
        </Text>
      </Group>
      {reason !== null && <LongText text={reason} />}
      <PostLine id={postId} />
      {commentId !== null && (
        <div className={classes.part}>
          <CommentExcerpt id={commentId} />
        </div>
      )}
      <Group mt="sm">
        <Button
          size="compact-sm"
          variant="default"
          loading={props.isPending}
          aria-label={common.labeled(texts.dismiss, shortened(reason ?? name))}
          onClick={props.onDismiss}
        >
          {texts.dismiss}
        </Button>
      </Group>
    </article>
  );
}
