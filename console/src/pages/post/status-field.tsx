// The status of a post, and what goes with a change of it: a reason, and whether its followers are told.

import type { PostDetail, Status } from '@earshot/client';
import { Checkbox, Text, Textarea, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useStatuses } from '../../data/catalog.ts';
import { useFollowers } from '../../data/feedback/discussion.ts';
import { useSession } from '../../data/session.ts';
import { StatusBadge } from '../../parts/feedback/status-badge.tsx';
import { StatusPicker } from '../../parts/feedback/status-picker.tsx';
import { useStatusChange } from '../../parts/feedback/use-status-change.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './post-page.module.css';

export function StatusField({ post }: { post: PostDetail }) {
  const { post: texts, feedback, visibility } = useTexts();
  const { siteUrl, hasMail } = useSession();
  const statuses = useStatuses().data;
  const { changeStatus } = useStatusChange();
  const [isPicking, setPicking] = useState(false);
  const [reason, setReason] = useState('');
  const [isTelling, setTelling] = useState(false);
  const status = statuses?.find(({ id }) => id === post.statusId);
  useShortcuts({ s: () => setPicking(true) });
  const pick = (picked: Status) => {
    setPicking(false);
    const comment = reason.trim();
    changeStatus([post], picked, {
      ...(comment !== '' && { comment }),
      notify: isTelling,
      onDone: () => {
        setReason((now) => (now === reason ? '' : now));
        setTelling(false);
      },
    });
  };
  return (
    <div>
      <Text size="sm" fw={600} mb={6}>
        {texts.status}
      </Text>
      <UnstyledButton
        className={classes.statusButton}
        aria-label={feedback.changeStatus(post.title, status?.name ?? '–')}
        onClick={() => setPicking(true)}
      >
        <StatusBadge status={status} />
      </UnstyledButton>
      <Textarea
        mt="xs"
        size="xs"
        autosize
        minRows={1}
        maxRows={4}
        maxLength={1000}
        aria-label={texts.statusComment}
        placeholder={texts.statusComment}
        description={post.visibility === 'public' && siteUrl !== null && visibility.reasonHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {hasMail && <TellFollowers postId={post.id} checked={isTelling} onChange={setTelling} />}
      {isPicking && (
        <StatusPicker
          title={feedback.changeStatusOfOne}
          currentId={post.statusId}
          onPick={pick}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}

/** There at once, though disabled until someone can be told, so that it pushes nothing down. */
function TellFollowers(props: { postId: string; checked: boolean; onChange: (isTicked: boolean) => void }) {
  const { telling: texts } = useTexts();
  const formats = useFormats();
  const first = useFollowers(props.postId).data?.pages[0];
  const count = first?.total ?? 0;
  const shown = `${formats.number(count)}${first?.totalIsMore === true ? '+' : ''}`;
  const label = count === 0 ? texts.noFollowers : texts.status(count, shown);
  return (
    <Checkbox
      mt="xs"
      size="xs"
      label={first === undefined ? texts.followers : label}
      disabled={count === 0}
      checked={props.checked && count > 0}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
