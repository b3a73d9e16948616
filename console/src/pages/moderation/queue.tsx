// What waits for approval, and what the team decides about it.

import type { Submission } from '@earshot/client';
import { Checkbox, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Decision, useDecision } from '../../data/moderation.ts';
import { isStatus } from '../../data/query-client.ts';
import { BanDialog, longestReason } from '../../parts/ban-dialog.tsx';
import { TargetChoices } from '../../parts/feedback/pickers/target-choices.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './moderation.module.css';
import { SubmissionRow } from './submission-row.tsx';
import { useFocusOfNext } from './use-focus-of-next.ts';

type Asked = { submission: Submission; about: 'reject' | 'merge' | 'ban'; anchor: Element };

export function Queue({ submissions }: { submissions: Submission[] }) {
  const { moderation: texts, feedback } = useTexts();
  const notify = useNotify();
  const deciding = useDecision();
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useFocusOfNext(submissions.map(({ id }) => id));
  const close = () => setAsked(null);
  const decide = async (submission: Submission, decision: Decision) => {
    // Another row's dialog may have been opened since.
    const done = () => setAsked((now) => (now?.submission.id === submission.id ? null : now));
    try {
      await deciding.mutateAsync({ submission, decision });
      notify.done(texts.decided[decision.type]);
      done();
    } catch (error) {
      const isOvertaken = isStatus(error, 409) || isStatus(error, 412);
      if (isOvertaken) notify.info(texts.overtaken);
      else notify.failed(error);
      // The list is read again. After other failures, what was typed stays.
      if (isOvertaken || isStatus(error, 404)) done();
    }
  };
  return (
    <>
      <div ref={list} className={classes.queue}>
        {submissions.map((submission) => (
          <SubmissionRow
            key={submission.id}
            submission={submission}
            isPending={deciding.isPending && deciding.variables.submission.id === submission.id}
            onApprove={() => void decide(submission, { type: 'approve' })}
            onAsk={(about, anchor) => setAsked({ submission, about, anchor })}
          />
        ))}
      </div>
      {asked?.about === 'reject' && (
        <RejectDialog
          isPending={deciding.isPending}
          onReject={(reason) => void decide(asked.submission, { type: 'reject', reason })}
          onClose={close}
        />
      )}
      {asked?.about === 'merge' && (
        <MergePopover
          submission={asked.submission}
          anchor={asked.anchor}
          onMerge={(into) => void decide(asked.submission, { type: 'merge', ...into })}
          onClose={close}
        />
      )}
      {asked?.about === 'ban' && asked.submission.author !== null && (
        <BanDialog
          person={{
            id: asked.submission.author.id,
            name: asked.submission.author.name ?? asked.submission.author.email ?? feedback.anonymous,
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function RejectDialog(props: {
  isPending: boolean;
  onReject: (reason: string | null) => void;
  onClose: () => void;
}) {
  const { moderation: texts } = useTexts();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={texts.rejectTitle}
      error={null}
      submitLabel={texts.reject}
      isPending={props.isPending}
      onSubmit={() => props.onReject(reason.trim() === '' ? null : reason.trim())}
      onClose={props.onClose}
    >
      <Textarea
        data-autofocus
        label={texts.reason}
        description={texts.rejectReasonHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function MergePopover(props: {
  submission: Submission;
  anchor: Element;
  onMerge: (into: { postId: string; asComment: boolean }) => void;
  onClose: () => void;
}) {
  const { moderation: texts, post } = useTexts();
  const [asComment, setAsComment] = useState(false);
  const { id, title } = props.submission;
  return (
    <TargetChoices
      title={post.mergeTitle}
      source={{ id, title: title ?? '' }}
      anchor={props.anchor}
      onChoose={(into) => props.onMerge({ postId: into.id, asComment })}
      onClose={props.onClose}
    >
      {() => (
        <>
          <Text size="xs" c="dimmed" m="xs">
            {texts.mergeText}
          </Text>
          <Checkbox
            m="xs"
            size="xs"
            label={texts.asComment}
            description={texts.asCommentHint}
            checked={asComment}
            onChange={(event) => setAsComment(event.currentTarget.checked)}
          />
        </>
      )}
    </TargetChoices>
  );
}
