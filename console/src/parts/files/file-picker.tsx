// Picks files to attach by dialog, drop or paste, previews them, and shows which were rejected.

import { ActionIcon, Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { IconFile, IconPaperclip, IconX } from '../icons.tsx';
import { useFormats } from '../text/format.ts';
import { droppedFiles, pastedFiles } from './data-transfer.ts';
import classes from './file-picker.module.css';
import type { Rejection } from './file-validation.ts';
import type { SelectedFiles } from './selected-files.ts';

const accepted = 'image/*,video/*,application/pdf';

/**
 * Attaches files that are dropped or pasted anywhere on the page; otherwise the browser would navigate to a dropped
 * file. Skips events that the editor has already handled.
 */
export function DropArea(props: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const take = useRef(props.onFiles);
  take.current = props.onFiles;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const add = (event: Event, files: File[]) => {
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      take.current(files);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      add(event, droppedFiles(event.dataTransfer));
    };
    const paste = (event: ClipboardEvent) => add(event, pastedFiles(event.clipboardData));
    window.addEventListener('paste', paste);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('paste', paste);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return (
    <div className={classes.area} data-over={isOver}>
      {props.children}
    </div>
  );
}

/** `isSmall`: without the hint, beside other buttons. */
export function FilePicker({ selected, isSmall = false }: { selected: SelectedFiles; isSmall?: boolean }) {
  const { files: texts } = useTexts();
  const { files } = selected;
  const forget = useRef<() => void>(null);
  const add = (added: File[]) => {
    selected.add(added);
    // Otherwise selecting the same file again fires no event.
    forget.current?.();
  };
  return (
    <div>
      <Group gap="sm" mb={files.length > 0 ? 'xs' : 0}>
        <FileButton multiple accept={accepted} resetRef={forget} onChange={add}>
          {(button) => (
            <Button
              {...button}
              variant={isSmall ? 'subtle' : 'default'}
              {...(isSmall && { color: 'gray' })}
              size="xs"
              leftSection={<IconPaperclip size={14} aria-hidden />}
            >
              {texts.attach}
            </Button>
          )}
        </FileButton>
        {!isSmall && (
          <Text size="xs" c="dimmed">
            {texts.hint}
          </Text>
        )}
      </Group>
      {files.length > 0 && (
        <ul className={classes.files}>
          {[...files.entries()].map(([index, file]) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <SelectedFile file={file} onRemove={() => selected.remove(index)} />
            </li>
          ))}
        </ul>
      )}
      <Rejections rejections={selected.rejections} onClose={selected.dismiss} />
    </div>
  );
}

function Rejections({ rejections, onClose }: { rejections: readonly Rejection[]; onClose: () => void }) {
  const { files: texts, common } = useTexts();
  const formats = useFormats();
  if (rejections.length === 0) return null;
  const textOf = (rejection: Rejection): string => {
    if (rejection.reason === 'type') return texts.wrongType(rejection.name);
    if (rejection.reason === 'empty') return texts.empty(rejection.name);
    if (rejection.reason === 'size') {
      return texts.tooLarge(rejection.name, formats.bytes(rejection.size), formats.bytes(rejection.maxBytes));
    }
    const { maxFiles, names } = rejection;
    return texts.tooMany(maxFiles, formats.number(maxFiles), formats.list(names));
  };
  return (
    <Alert
      mt="xs"
      color="red"
      role="alert"
      title={texts.refused}
      withCloseButton
      closeButtonLabel={common.close}
      onClose={onClose}
    >
      <ul className={classes.refusals}>
        {rejections.map(textOf).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  );
}

function SelectedFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { files: texts } = useTexts();
  const formats = useFormats();
  const preview = useMemo(
    () => (file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined),
    [file],
  );
  useEffect(() => () => (preview === undefined ? undefined : URL.revokeObjectURL(preview)), [preview]);
  return (
    <div className={classes.file}>
      {preview === undefined ? <IconFile size={28} stroke={1.4} aria-hidden /> : <img src={preview} alt="" />}
      <span className={classes.fileName}>{file.name}</span>
      <span className={classes.size}>{formats.bytes(file.size)}</span>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={texts.remove(file.name)}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}
