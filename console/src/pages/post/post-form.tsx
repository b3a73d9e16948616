// What a post is written with: title, text, files. Making one and changing one share it.

import type { Attachment, RichText } from '@earshot/client';
import { Input, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Attachments } from '../../parts/attachments.tsx';
import { errorBesideFields, useFieldErrors } from '../../parts/error-text.ts';
import { DropArea, FilePicker } from '../../parts/file-picker.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { LazyEditor } from '../../parts/lazy-editor.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { useChosenFiles } from '../../parts/selected-files.ts';
import { FailedState } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';

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
  /** Fields of the children that show what is wrong with them. */
  fields?: readonly string[];
  /** Above the buttons, when there is something to say before another try. */
  notice?: ReactNode;
  isPending: boolean;
  /** Beside the title, as the title grows: posts that are like it. */
  below?: ((title: string) => ReactNode) | undefined;
  children?: ReactNode;
  /** Rejects when it could not be saved. */
  onSubmit: (written: Written) => Promise<unknown>;
  onCancel: () => void;
}) {
  const { post: texts } = useTexts();
  const { before } = props;
  const [title, setTitle] = useState(before?.title ?? '');
  const [description, setDescription] = useState<RichText | undefined>(undefined);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const kept = (before?.attachments ?? []).filter(({ id }) => !removed.includes(id));
  const chosen = useChosenFiles(kept.length);
  const { files } = chosen;
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
      <DropArea onFiles={chosen.add}>
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
              onFiles={chosen.add}
            />
          </Input.Wrapper>
          {before !== undefined && (
            <Attachments attachments={kept} onRemove={({ id }) => setRemoved((all) => [...all, id])} />
          )}
          <FilePicker chosen={chosen} />
          {props.children}
          {props.notice}
          {otherError !== null && <FailedState error={otherError} />}
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
