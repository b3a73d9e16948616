// Files that will be attached: chosen, dropped or pasted; named and shown before they are sent, or refused at once.

import { ActionIcon, Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { droppedFiles, pastedFiles } from './data-transfer.ts';
import classes from './file-picker.module.css';
import type { Refusal } from './file-validation.ts';
import { useFormats } from './format.ts';
import type { ChosenFiles } from './selected-files.ts';

const accepted = 'image/*,video/*,application/pdf';

/**
 * A file that is dropped or pasted anywhere on the page is to be attached: beside the mark the browser would leave
 * the page for the file. What the editor took is not taken twice.
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

export function FilePicker({ chosen }: { chosen: ChosenFiles }) {
  const { files: texts } = useTexts();
  const { files } = chosen;
  const forget = useRef<() => void>(null);
  const add = (added: File[]) => {
    chosen.add(added);
    // Else the browser is silent when the same file is chosen again.
    forget.current?.();
  };
  return (
    <div>
      <Group gap="sm" mb={files.length > 0 ? 'xs' : 0}>
        <FileButton multiple accept={accepted} resetRef={forget} onChange={add}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="xs"
              leftSection={<IconPaperclip size={14} aria-hidden />}
            >
              {texts.attach}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {texts.hint}
        </Text>
      </Group>
      {files.length > 0 && (
        <ul className={classes.files}>
          {[...files.entries()].map(([index, file]) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <ChosenFile file={file} onRemove={() => chosen.remove(index)} />
            </li>
          ))}
        </ul>
      )}
      <Refused refusals={chosen.refusals} onClose={chosen.dismiss} />
    </div>
  );
}

function Refused({ refusals, onClose }: { refusals: readonly Refusal[]; onClose: () => void }) {
  const { files: texts, common } = useTexts();
  const formats = useFormats();
  if (refusals.length === 0) return null;
  const textOf = (refusal: Refusal): string => {
    if (refusal.why === 'type') return texts.wrongType(refusal.name);
    if (refusal.why === 'empty') return texts.empty(refusal.name);
    if (refusal.why === 'size') {
      return texts.tooLarge(refusal.name, formats.bytes(refusal.size), formats.bytes(refusal.maxBytes));
    }
    const { maxFiles, names } = refusal;
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
        {refusals.map(textOf).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
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
