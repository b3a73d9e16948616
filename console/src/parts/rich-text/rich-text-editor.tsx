// The rich text editor, limited to the nodes and marks that the API accepts. Loaded on demand.

import '@mantine/tiptap/styles.layer.css';
import type { RichText as Document } from '@earshot/client';
import { RichTextEditor as Frame, Link, type RichTextEditorLabels } from '@mantine/tiptap';
import Image from '@tiptap/extension-image';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useRef } from 'react';
import { useServerUrls } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { droppedFiles, pastedFiles } from '../files/data-transfer.ts';
import { isHostedFile } from '../files/hosted-file.ts';
import { foreignImage } from './foreign-image.ts';
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
    extensions: [
      StarterKit.configure({ heading: { levels: [1, 2, 3] }, link: false }),
      Link.configure({ protocols: ['http', 'https', 'mailto'], openOnClick: false }),
      guardedImage((src, alt) =>
        isHostedFile(src, serverUrls) ? undefined : foreignImage({ src, alt }, images),
      ),
    ],
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

/** The image node, with an optional replacement for images that must not load. */
const guardedImage = (replacementOf: (src: string, alt: string) => HTMLElement | undefined) =>
  Image.extend({
    addNodeView() {
      return ({ node: { attrs } }) => {
        const { src, alt, title } = attrs as { src: string | null; alt: string | null; title: string | null };
        const other = replacementOf(src ?? '', alt ?? '');
        const dom = other ?? Object.assign(document.createElement('img'), { src, alt: alt ?? '' });
        if (title !== null) dom.title = title;
        return {
          dom,
          ignoreMutation: () => true,
          stopEvent: ({ target }) => target instanceof HTMLElement && target.closest('button') !== null,
        };
      };
    },
  });
