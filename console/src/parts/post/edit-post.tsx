// Edits a post without overwriting concurrent edits unasked, and without losing what was typed here.

import type { Attachment, PostDetail } from '@earshot/client';
import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { useChangePost, usePost } from '../../data/feedback/posts.ts';
import { isStatus } from '../../data/query-client.ts';
import { attachmentsOf } from '../../data/settings/uploads.ts';
import { useTexts } from '../../texts/texts.tsx';
import { IconUsers } from '../icons.tsx';
import { useNotify } from '../states/notify.tsx';
import { PostForm, type Written } from './post-form.tsx';
import classes from './post-view.module.css';

/** What this form edits. A change of status or tags is no conflict. */
const wordsOf = ({ title, description }: PostDetail) => JSON.stringify([title, description]);

export function EditPost(props: { post: PostDetail & { attachments?: Attachment[] }; onDone: () => void }) {
  const { post: texts, common } = useTexts();
  const notify = useNotify();
  const change = useChangePost(props.post.id);
  const newest = usePost(props.post.id);
  const [before] = useState(props.post);
  const [failure, setFailure] = useState<Error | null>(null);
  const isReplacing = useRef(false);
  const isUntouched = (post: PostDetail) => wordsOf(post) === wordsOf(before);

  const save = ({ title, description, files, removeAttachmentIds }: Written, version: number) =>
    change.mutateAsync({
      title,
      version,
      ...(description !== undefined && { description, descriptionFormat: 'json' as const }),
      ...(removeAttachmentIds.length > 0 && { removeAttachmentIds }),
      ...attachmentsOf(files),
    });
  const saveOrTell = async (written: Written) => {
    const mayReplace = (post: PostDetail) => isReplacing.current || isUntouched(post);
    try {
      await save(written, mayReplace(props.post) ? props.post.version : before.version);
    } catch (error) {
      if (!isStatus(error, 412)) throw error;
      const { data } = await newest.refetch();
      if (data === undefined || !isUntouched(data)) throw error;
      await save(written, data.version);
    }
  };
  const submit = async (written: Written) => {
    setFailure(null);
    try {
      await saveOrTell(written);
    } catch (error) {
      setFailure(error as Error);
      throw error;
    } finally {
      isReplacing.current = false;
    }
    notify.done(texts.saved);
    props.onDone();
  };
  const isConflict = isStatus(failure, 412);
  return (
    <section className={classes.editing}>
      <Title order={1} mb="md">
        {texts.editTitle}
      </Title>
      <PostForm
        before={{
          title: before.title,
          description: before.description,
          attachments: props.post.attachments ?? [],
        }}
        submitLabel={common.save}
        error={isConflict ? null : failure}
        notice={
          isConflict && (
            <Conflict
              postId={before.id}
              onReplace={() => {
                isReplacing.current = true;
              }}
            />
          )
        }
        isPending={change.isPending}
        onSubmit={submit}
        onCancel={props.onDone}
      />
    </section>
  );
}

/** Someone else saved first. The button submits the form again and overwrites their version. */
function Conflict({ postId, onReplace }: { postId: string; onReplace: () => void }) {
  const { post: texts } = useTexts();
  return (
    <Alert color="yellow" icon={<IconUsers size={18} aria-hidden />} title={texts.conflictTitle}>
      <Text size="sm">{texts.conflictText}</Text>
      <Group mt="sm" gap="md">
        <Button type="submit" size="compact-sm" variant="default" onClick={onReplace}>
          {texts.conflictReplace}
        </Button>
        <Anchor size="sm" underline="always" href={`/posts/${postId}`} target="_blank">
          {texts.conflictLook}
        </Anchor>
      </Group>
    </Alert>
  );
}
