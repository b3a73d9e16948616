// The form for creating and editing a post: title, description, files.

import type { Attachment, RichText } from '@earshot/client';
import { Input, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { Attachments } from '../files/attachments.tsx';
import { DropArea, FilePicker } from '../files/file-picker.tsx';
import { useSelectedFiles } from '../files/selected-files.ts';
import { FormButtons } from '../forms/form-buttons.tsx';
import { LeaveGuard } from '../forms/leave-guard.tsx';
import { LazyEditor } from '../rich-text/lazy-editor.tsx';
import { ErrorState } from '../states/states.tsx';
import { errorBesideFields, useFieldErrors } from '../text/error-text.ts';

export interface Written {
  title: string;
  description: RichText | undefined;
  files: readonly File[];
  removeAttachmentIds: string[];
}

export function PostForm(props: {
  before?: { title: string; description: RichText; attachments: readonly Attachment[] };
  submitLabel: string;
  error: Error | null;
  /** Fields among the children that show their own errors. */
  fields?: readonly string[];
  /** Shown above the buttons. */
  notice?: ReactNode;
  isPending: boolean;
  /** Shown below the title, for the current title. */
  below?: ((title: string) => ReactNode) | undefined;
  children?: ReactNode;
  /** Rejects if saving failed. */
  onSubmit: (written: Written) => Promise<unknown>;
  onCancel: () => void;
}) {
  const { post: texts } = useTexts();
  const { before } = props;
  const [title, setTitle] = useState(before?.title ?? '');
  const [description, setDescription] = useState<RichText | undefined>(undefined);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const kept = (before?.attachments ?? []).filter(({ id }) => !removed.includes(id));
  const selected = useSelectedFiles(kept.length);
  const { files } = selected;
  const isDone = useRef(false);
  const errors = useFieldErrors(props.error);
  const otherError = errorBesideFields(props.error, ['title', 'description', ...(props.fields ?? [])]);
  const isDirty = () =>
    !isDone.current &&
    (title !== (before?.title ?? '') || description !== undefined || files.length > 0 || removed.length > 0);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    isDone.current = true;
    const written = { title: title.trim(), description, files, removeAttachmentIds: [...removed] };
    await props.onSubmit(written).catch(() => {
      isDone.current = false;
    });
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <LeaveGuard isDirty={isDirty} />
      <DropArea onFiles={selected.add}>
        <Stack>
          <TextInput
            size="md"
            label={texts.title}
            required
            maxLength={200}
            autoFocus
            error={errors.title}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          {props.below?.(title)}
          <Input.Wrapper label={texts.description} error={errors.description} labelElement="div">
            <LazyEditor
              label={texts.description}
              value={before?.description}
              onChange={setDescription}
              onFiles={selected.add}
            />
          </Input.Wrapper>
          {before !== undefined && (
            <Attachments attachments={kept} onRemove={({ id }) => setRemoved((all) => [...all, id])} />
          )}
          <FilePicker selected={selected} />
          {props.children}
          {props.notice}
          {otherError !== null && <ErrorState error={otherError} />}
          <FormButtons
            submitLabel={props.submitLabel}
            isPending={props.isPending}
            isDisabled={title.trim() === ''}
            onCancel={() => {
              isDone.current = true;
              props.onCancel();
            }}
          />
        </Stack>
      </DropArea>
    </form>
  );
}
