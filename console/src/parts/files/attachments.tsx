// The files of a post or changelog entry: images and videos inline, the rest by name.

import type { Attachment } from '@earshot/client';
import { ActionIcon } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';
import { IconFile, IconX } from '../icons.tsx';
import { useFormats } from '../text/format.ts';
import classes from './attachments.module.css';

/** Images that can be shown inline; the server sends SVGs as downloads only. */
const isPicture = ({ mimeType }: Attachment) => mimeType.startsWith('image/') && mimeType !== 'image/svg+xml';

export function Attachments(props: {
  attachments: readonly Attachment[];
  onRemove?: ((attachment: Attachment) => void) | undefined;
}) {
  const { files: texts } = useTexts();
  if (props.attachments.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={texts.attachments}>
      {props.attachments.map((attachment) => (
        <li key={attachment.id} className={classes.item}>
          <Preview attachment={attachment} />
          {props.onRemove !== undefined && (
            <ActionIcon
              className={classes.remove}
              size="sm"
              variant="default"
              aria-label={texts.remove(attachment.fileName)}
              onClick={() => props.onRemove?.(attachment)}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}

function Preview({ attachment }: { attachment: Attachment }) {
  const formats = useFormats();
  const { url, fileName, mimeType, size } = attachment;
  if (mimeType.startsWith('video/')) {
    return (
      <video className={classes.film} src={url} controls preload="metadata" aria-label={fileName}>
        <track kind="captions" />
      </video>
    );
  }
  return (
    <a className={classes.link} href={url} target="_blank" rel="noreferrer">
      {isPicture(attachment) ? (
        <img className={classes.picture} src={url} alt={fileName} loading="lazy" />
      ) : (
        <span className={classes.file}>
          <IconFile size={22} stroke={1.5} aria-hidden />
          <span className={classes.name}>{fileName}</span>
          <span className={classes.size}>{formats.bytes(size)}</span>
        </span>
      )}
    </a>
  );
}
