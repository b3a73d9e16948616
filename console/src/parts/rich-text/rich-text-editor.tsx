// The rich text editor, limited to the nodes and marks that the API accepts. Loaded on demand.

import '@mantine/tiptap/styles.layer.css';
import type { RichText as Document } from '@earshot/client';
import { RichTextEditor as Frame, type RichTextEditorLabels } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { useRef } from 'react';
import { useServerUrls } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { droppedFiles, pastedFiles } from '../files/data-transfer.ts';
import { richTextExtensions } from './extensions.ts';
import classes from './rich-text-editor.module.css';
import { trimDocument } from './trim-document.ts';

export interface EditorProps {
  label: string;
  value: Document | undefined;
  onChange: (document: Document) => void;
  /** Called with pasted or dropped files; the editor handles text itself. */
  onFiles?: ((files: File[]) => void) | undefined;
}

export function RichTextEditor({ label, value, onChange, onFiles }: EditorProps) {
  const { editor: texts, images } = useTexts();
  const serverUrls = useServerUrls();
  const handlers = useRef({ onChange, onFiles });
  handlers.current = { onChange, onFiles };
  const take = (event: { preventDefault: () => void }, files: File[]): boolean => {
    if (files.length === 0 || handlers.current.onFiles === undefined) return false;
    event.preventDefault();
    handlers.current.onFiles(files);
    return true;
  };
  const editor = useEditor({
    extensions: richTextExtensions(serverUrls, images),
    content: value ?? '',
    editorProps: {
      attributes: {
        class: 'prose',
        dir: 'auto',
        'aria-label': label,
        'aria-multiline': 'true',
        role: 'textbox',
      },
      handlePaste: (_view, event) => take(event, pastedFiles(event.clipboardData)),
      handleDrop: (_view, event) => take(event, droppedFiles(event.dataTransfer)),
    },
    onUpdate: ({ editor: changed }) => handlers.current.onChange(trimDocument(changed.getJSON()) as Document),
  });
  const labels: Partial<RichTextEditorLabels> = texts.controls;
  return (
    <Frame editor={editor} labels={labels} className={classes.editor}>
      <Frame.Toolbar role="toolbar" aria-label={texts.toolbar}>
        <Frame.ControlsGroup>
          <Frame.Bold />
          <Frame.Italic />
          <Frame.Underline />
          <Frame.Strikethrough />
          <Frame.Code />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.H1 />
          <Frame.H2 />
          <Frame.H3 />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.BulletList />
          <Frame.OrderedList />
          <Frame.Blockquote />
          <Frame.CodeBlock />
          <Frame.Hr />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.Link />
          <Frame.Unlink />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.Undo />
          <Frame.Redo />
        </Frame.ControlsGroup>
      </Frame.Toolbar>
      <Frame.Content />
    </Frame>
  );
}
