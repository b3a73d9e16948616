// The form of a changelog entry: content, labels, files, linked posts and publishing.

import type { Attachment, Changelog, Post, RichText } from '@earshot/client';
import { Button, Group, Input, Stack, TagsInput, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { type ChangelogFields, useDeleteChangelog, useSaveChangelog } from '../../data/changelogs.ts';
import { type Publishable, useAudience } from '../../data/notices.ts';
import { useSession } from '../../data/session.ts';
import { attachmentsOf } from '../../data/settings/uploads.ts';
import { Attachments } from '../../parts/files/attachments.tsx';
import { DropArea, FilePicker } from '../../parts/files/file-picker.tsx';
import { useSelectedFiles } from '../../parts/files/selected-files.ts';
import { ConfirmModal } from '../../parts/forms/confirm-modal.tsx';
import { LeaveGuard } from '../../parts/forms/leave-guard.tsx';
import { IconTrash } from '../../parts/icons.tsx';
import { LazyEditor } from '../../parts/rich-text/lazy-editor.tsx';
import { SendTestButton } from '../../parts/send-test-button.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { ErrorState } from '../../parts/states/states.tsx';
import { errorBesideFields, useFieldErrors } from '../../parts/text/error-text.ts';
import { useTexts } from '../../texts/texts.tsx';
import { LinkedPosts } from './linked-posts.tsx';
import { type Publishing, PublishingChoice, publishes, publishingOf } from './publishing-choice.tsx';
import { StateBadge } from './state-badge.tsx';
import { TellingChoice } from './telling-choice.tsx';
import { useSaveWords } from './told.ts';

type Loaded = Changelog & { posts?: Post[]; attachments?: Attachment[]; etag?: string | undefined };

export function ChangelogForm({ heading, before }: { heading: string; before?: Loaded }) {
  const { changelog: texts } = useTexts();
  const navigate = useNavigate();
  const notify = useNotify();
  const save = useSaveChangelog();
  const [title, setTitle] = useState(before?.title ?? '');
  const [content, setContent] = useState<RichText | undefined>(undefined);
  const [labels, setLabels] = useState<string[]>(before?.labels ?? []);
  const [posts, setPosts] = useState<Pick<Post, 'id' | 'title'>[]>(before?.posts ?? []);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [publishing, setPublishing] = useState<Publishing>(() => publishingOf(before));
  const isTouched = useRef(false);
  const kept = (before?.attachments ?? []).filter(({ id }) => !removed.includes(id));
  const selected = useSelectedFiles(kept.length, () => {
    isTouched.current = true;
  });
  const touch =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      isTouched.current = true;
      set(value);
    };
  const errors = useFieldErrors(save.error);
  const otherError = errorBesideFields(save.error, ['title', 'content', 'labels', 'publishedAt']);
  const { hasMail } = useSession();
  const isPublishing = publishes(before, publishing);
  const entry: Publishable = {
    id: before?.id,
    title: title.trim(),
    linkedPostIds: posts.map(({ id }) => id),
    notify: publishing.telling,
    ...(content !== undefined && { content, contentFormat: 'json' }),
  };
  const audience = useAudience(entry, isPublishing && entry.title !== '').data ?? undefined;
  const words = useSaveWords(before, publishing, audience);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { id: _, notify: tells, ...written } = entry;
    const fields: ChangelogFields = {
      ...written,
      labels,
      state: publishing.state,
      ...(publishing.publishedAt !== undefined && { publishedAt: publishing.publishedAt }),
      completeLinkedPosts: publishing.completesPosts,
      ...(hasMail && isPublishing && { notify: tells }),
      ...(removed.length > 0 && { removeAttachmentIds: [...removed] }),
      ...attachmentsOf(selected.files),
    };
    save.mutate(
      { id: before?.id, etag: before?.etag, ...fields },
      {
        onSuccess: () => {
          isTouched.current = false;
          notify.done(words.saved);
          void navigate({ to: '/changelog' });
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <LeaveGuard isDirty={() => isTouched.current} />
      <Group justify="space-between" mb="lg" mih={36}>
        <Group gap="sm">
          <Title order={1}>{heading}</Title>
          {before !== undefined && <StateBadge state={before.state} />}
        </Group>
        {before !== undefined && (
          <DeleteButton changelog={before} onDeleted={() => (isTouched.current = false)} />
        )}
      </Group>
      <DropArea onFiles={selected.add}>
        <Stack>
          {otherError !== null && <ErrorState error={otherError} />}
          <TextInput
            size="md"
            label={texts.title}
            required
            autoFocus={before === undefined}
            maxLength={200}
            error={errors.title}
            value={title}
            onChange={(event) => touch(setTitle)(event.currentTarget.value)}
          />
          <Input.Wrapper label={texts.content} labelElement="div" error={errors.content}>
            <LazyEditor
              label={texts.content}
              value={before?.content}
              onChange={touch(setContent)}
              onFiles={selected.add}
            />
          </Input.Wrapper>
          <Attachments attachments={kept} onRemove={({ id }) => touch(setRemoved)([...removed, id])} />
          <FilePicker selected={selected} />
          <TagsInput
            label={texts.labels}
            placeholder={labels.length === 0 ? texts.labelsHint : ''}
            maxTags={20}
            maxLength={64}
            error={errors.labels}
            value={labels}
            onChange={touch(setLabels)}
          />
          <LinkedPosts posts={posts} onChange={touch(setPosts)} />
          <PublishingChoice
            value={publishing}
            mayComplete={
              posts.length > 0 && !(before?.state === 'published' && publishing.state === 'published')
            }
            error={errors.publishedAt}
            onChange={touch(setPublishing)}
          />
          {isPublishing && (
            <TellingChoice
              value={publishing.telling}
              audience={audience}
              entry={entry}
              onChange={(value) => touch(setPublishing)({ ...publishing, telling: value })}
            />
          )}
          <Group justify="flex-end">
            {hasMail && before !== undefined && <SendTestButton changelogId={before.id} variant="default" />}
            <Button
              type="submit"
              loading={save.isPending}
              disabled={title.trim() === ''}
              // What it says may be longer than a phone is wide.
              h="auto"
              mih={36}
              py={6}
              styles={{ label: { whiteSpace: 'normal' } }}
            >
              {words.label}
            </Button>
          </Group>
        </Stack>
      </DropArea>
    </form>
  );
}

function DeleteButton({ changelog, onDeleted }: { changelog: Changelog; onDeleted: () => void }) {
  const { changelog: texts, common } = useTexts();
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = useDeleteChangelog();
  const [isOpen, setOpen] = useState(false);
  const confirm = () =>
    remove.mutate(changelog.id, {
      onSuccess: () => {
        onDeleted();
        notify.done(texts.deleted);
        void navigate({ to: '/changelog' });
      },
      onError: notify.failed,
    });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {common.delete}
      </Button>
      <ConfirmModal
        opened={isOpen}
        title={texts.deleteTitle(changelog.title)}
        confirmLabel={common.delete}
        isPending={remove.isPending}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        {texts.deleteText}
      </ConfirmModal>
    </>
  );
}
