// The sidebar of a post: status, type and tags (saved on change), voters, and status history.

import type { PostDetail, Status } from '@earshot/client';
import { Text, Textarea, Title, UnstyledButton } from '@mantine/core';
import { startTransition, useOptimistic, useState } from 'react';
import { usePostTypes, useStatuses } from '../../data/catalog.ts';
import { useStatusHistory } from '../../data/discussion.ts';
import { useSetTags } from '../../data/post-tags.ts';
import { useChangePost } from '../../data/posts.ts';
import { useFormats } from '../../parts/format.ts';
import { useNotify } from '../../parts/notify.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useStatusChangeErrors } from '../../parts/status-change-errors.ts';
import { StatusPicker } from '../../parts/status-picker.tsx';
import { TypeAheadSelect } from '../../parts/type-ahead-select.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { MergedFrom } from './merged-from.tsx';
import classes from './post-page.module.css';
import { TagField } from './tag-field.tsx';
import { Voters } from './voters.tsx';

export function PostSidebar({ post }: { post: PostDetail }) {
  const { post: texts } = useTexts();
  const notify = useNotify();
  const types = usePostTypes().data ?? [];
  const change = useChangePost(post.id);
  const save = (fields: Parameters<typeof change.mutate>[0], undo: Parameters<typeof change.mutate>[0]) =>
    notify.follow(change.mutateAsync(fields), () =>
      notify.doneWithUndo(texts.saved, () => change.mutateAsync(undo)),
    );
  // A tag shows at once, while it is being saved: the next one builds on it.
  const [tags, showTags] = useOptimistic(post.tags.map(({ name }) => name));
  const setTags = useSetTags(post.id);
  const saveTags = (names: string[]) =>
    startTransition(async () => {
      showTags(names);
      await notify.follow(setTags(names, tags), ({ undo }) => notify.doneWithUndo(texts.saved, undo));
    });
  return (
    <aside className={classes.side} aria-label={texts.details}>
      <StatusField post={post} />
      <TypeAheadSelect
        label={texts.type}
        value={post.postTypeId}
        onChange={(id) => save({ postTypeId: id }, { postTypeId: post.postTypeId })}
        choices={types}
      />
      <TagField label={texts.tags} value={tags} onChange={saveTags} />
      <MergedFrom postId={post.id} />
      <Voters postId={post.id} count={post.votesCount} />
      <History postId={post.id} />
    </aside>
  );
}

function StatusField({ post }: { post: PostDetail }) {
  const { post: texts, feedback } = useTexts();
  const notify = useNotify();
  const statuses = useStatuses().data;
  const change = useChangePost(post.id);
  const errorsFrom = useStatusChangeErrors();
  const [isPicking, setPicking] = useState(false);
  const [reason, setReason] = useState('');
  const status = statuses?.find(({ id }) => id === post.statusId);
  useShortcuts({ s: () => setPicking(true) });
  const pick = ({ id, name }: Status) => {
    setPicking(false);
    const before = post.statusId;
    const undo = () =>
      notify.follow(
        change.mutateAsync({ statusId: before }),
        () => notify.done(feedback.statusRestored),
        errorsFrom(id),
      );
    const statusComment = reason.trim();
    void notify.follow(
      change.mutateAsync({ statusId: id, ...(statusComment !== '' && { statusComment }) }),
      () => {
        setReason((now) => (now === reason ? '' : now));
        notify.done(feedback.statusChanged(1, '1', name), undo);
      },
      errorsFrom(before),
    );
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
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
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

function History({ postId }: { postId: string }) {
  const { post: texts } = useTexts();
  const formats = useFormats();
  const changes = useStatusHistory(postId).data ?? [];
  const statuses = useStatuses().data;
  const nameOf = (id: string) => statuses?.find((status) => status.id === id)?.name ?? texts.deletedStatus;
  if (changes.length === 0) return null;
  return (
    <section className={classes.panel}>
      <Title order={2} size="h3" mb="sm">
        {texts.history}
      </Title>
      <ol className={classes.history}>
        {changes.map((change) => (
          <li key={change.id}>
            {change.fromStatusId !== null && (
              <Text span inherit c="dimmed">
                {`${nameOf(change.fromStatusId)} → `}
              </Text>
            )}
            <strong>{nameOf(change.toStatusId)}</strong>
            <Text size="xs" c="dimmed">
              <time dateTime={change.createdAt} title={formats.dateTime(change.createdAt)}>
                {formats.ago(change.createdAt)}
              </time>
            </Text>
            {change.comment !== null && <Text size="sm">{change.comment}</Text>}
          </li>
        ))}
      </ol>
    </section>
  );
}
