// Where a comment is written: rich text, once its editor is loaded, and plain text until then. What is typed into plain
// text stays there until the field loses the focus, so that nothing moves under the cursor.

import type { RichText } from '@earshot/client';
import { Textarea } from '@mantine/core';
import { type FunctionComponent, type KeyboardEvent, useEffect, useState } from 'react';
import type { CommentEditorProps } from './comment-editor.tsx';

export interface Said {
  text: string;
  /** Undefined for plain text. */
  document: RichText | undefined;
}

export const nothingSaid: Said = { text: '', document: undefined };

let Editor: FunctionComponent<CommentEditorProps> | undefined;

/** If it can't be loaded, plain text goes on to work. */
const loadEditor = (): Promise<void> =>
  import('./comment-editor.tsx').then(
    ({ CommentEditor }) => {
      Editor = CommentEditor;
    },
    () => undefined,
  );

export function CommentField(
  props: Omit<CommentEditorProps, 'value' | 'onChange'> & { value: Said; onChange: (said: Said) => void },
) {
  const { value, onChange, onSend, ...shared } = props;
  const [, setLoaded] = useState(Editor !== undefined);
  const [isTyping, setTyping] = useState(props.takesFocus && Editor === undefined);
  useEffect(() => {
    if (Editor === undefined) void loadEditor().then(() => setLoaded(Editor !== undefined));
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSend();
  };
  if (Editor !== undefined && !isTyping)
    return (
      <Editor
        {...shared}
        onSend={onSend}
        value={value.document ?? value.text}
        onChange={(document, text) => onChange({ document, text })}
      />
    );
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={14}
      autoFocus={props.takesFocus}
      aria-label={props.label}
      placeholder={props.label}
      value={value.text}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => onChange({ text: event.currentTarget.value, document: undefined })}
      onKeyDown={press}
    />
  );
}
