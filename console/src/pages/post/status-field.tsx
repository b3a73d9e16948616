// The status of a post, and what goes with a change of it: a reason, and whether its followers are told.

import type { PostDetail, Status } from '@earshot/client';
import { Text, Textarea, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useStatuses } from '../../data/catalog.ts';
import { useFollowers } from '../../data/feedback/discussion.ts';
import { useSession } from '../../data/session.ts';
import { StatusBadge } from '../../parts/feedback/status-badge.tsx';
import { StatusPicker } from '../../parts/feedback/status-picker.tsx';
import { isPublic, TellFollowers, tellsByItself } from '../../parts/feedback/tell-followers.tsx';
import { useStatusChange } from '../../parts/feedback/use-status-change.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './post-page.module.css';

export function StatusField({ post }: { post: PostDetail }) {
  const { post: texts, feedback, telling, visibility } = useTexts();
  const { siteUrl, hasMail } = useSession();
  const statuses = useStatuses().data;
  const { changeStatus } = useStatusChange();
  const [isPicking, setPicking] = useState(false);
  const [reason, setReason] = useState('');
  const [tells, setTells] = useState<boolean>();
  const followers = useFollowers(post.id).data?.pages[0];
  const formats = useFormats();
  const count = followers?.total ?? 0;
  const shown = `${formats.number(count)}${followers?.totalIsMore === true ? '+' : ''}`;
  const hasFollowers = count > 0;
  const status = statuses?.find(({ id }) => id === post.statusId);
  useShortcuts({ s: () => setPicking(true) });
  const pick = (picked: Status) => {
    setPicking(false);
    const comment = reason.trim();
    changeStatus([post], picked, {
      ...(comment !== '' && { comment }),
      tells: () => tells,
      hasFollowers,
      onDone: () => {
        setReason((now) => (now === reason ? '' : now));
        setTells(undefined);
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
      {hasMail && (
        // There from the start, though disabled until someone can be told, so that it pushes nothing down.
        <TellFollowers
          posts={[post]}
          label={
            followers === undefined
              ? telling.followers
              : hasFollowers
                ? telling.status(count, shown)
                : telling.noFollowers
          }
          hint={hasFollowers && !isPublic(post) ? telling.internal(count, shown) : undefined}
          disabled={!hasFollowers}
          choice={tells}
          onChoice={setTells}
        />
      )}
      {isPicking && (
        <StatusPicker
          title={feedback.changeStatusOfOne}
          currentId={post.statusId}
          tells={(picked) => hasMail && hasFollowers && (tells ?? tellsByItself(picked, post))}
          onPick={pick}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}
