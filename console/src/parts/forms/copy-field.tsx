// Text to copy. It is shown in full, so that it can be copied even where the clipboard API is blocked.

import '../mantine-later.css';
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTexts } from '../../texts/texts.tsx';
import { IconCheck, IconCopy } from '../icons.tsx';
import classes from './copy-field.module.css';

export function CopyField(props: {
  text: string;
  label: string;
  isCode?: boolean;
  /** What code looks like on the page, if that differs from what is copied. */
  shown?: string;
}) {
  const { common } = useTexts();
  const clipboard = useClipboard({ timeout: 2000 });
  const icon = clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
  const name = clipboard.copied ? common.copied : common.copy;
  if (props.isCode === true) {
    return (
      <div className={classes.block}>
        <pre className={classes.code}>
          <code>{props.shown ?? props.text}</code>
        </pre>
        <Tooltip label={name}>
          <ActionIcon
            className={classes.corner}
            variant="default"
            aria-label={common.labeled(name, props.label)}
            onClick={() => clipboard.copy(props.text)}
          >
            {icon}
          </ActionIcon>
        </Tooltip>
      </div>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <input
        className={classes.line}
        readOnly
        value={props.text}
        aria-label={props.label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant={clipboard.copied ? 'light' : 'filled'}
        leftSection={icon}
        onClick={() => clipboard.copy(props.text)}
        className={classes.button}
      >
        {name}
      </Button>
    </Group>
  );
}
