// The editor of a comment or note: what comments need of rich text, and members by typing @ in notes. Loaded on demand.

import '@mantine/tiptap/styles.layer.css';
import type { RichText } from '@earshot/client';
import { RichTextEditor as Frame } from '@mantine/tiptap';
import type { Editor } from '@tiptap/core';
import { useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { useServerUrls } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { droppedFiles, pastedFiles } from '../files/data-transfer.ts';
import classes from './comment-editor.module.css';
import { richTextExtensions } from './extensions.ts';
import { MentionList, type MentionListHandle } from './mention-list.tsx';
import { MentionNode } from './mention-node.ts';
import { mentionIn } from './mentions.ts';
import { trimDocument } from './trim-document.ts';

export interface CommentEditorProps {
  label: string;
  /** What is in it at first. */
  value: RichText | string;
  takesFocus: boolean;
  onChange: (document: RichText, text: string) => void;
  onSend: () => void;
  onFiles?: ((files: File[]) => void) | undefined;
  /** Whom a note can mention. */
  members: readonly { id: string; name: string }[];
}

/** Each line a paragraph of its own, as the server reads plain text. */
const documentOf = (text: string): RichText => ({
  type: 'doc',
  content: text.split('\n').map((line) => ({
    type: 'paragraph',
    ...(line !== '' && { content: [{ type: 'text', text: line }] }),
  })),
});

/** What is typed of a name before the cursor, and where. */
function typedMention({
  state,
  view,
}: Editor): { typed: string; from: number; left: number; top: number } | null {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock) return null;
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 60),
    $from.parentOffset,
    undefined,
    '￼',
  );
  const typed = mentionIn(before);
  if (typed === undefined) return null;
  const from = $from.pos - typed.length - 1;
  const { left, top } = view.coordsAtPos(from);
  return { typed, from, left, top };
}

export function CommentEditor(props: CommentEditorProps) {
  const { label, value, takesFocus } = props;
  const { editor: texts, images } = useTexts();
  const serverUrls = useServerUrls();
  const latest = useRef(props);
  latest.current = props;
  const [mention, setMention] = useState<ReturnType<typeof typedMention>>(null);
  const list = useRef<MentionListHandle>(null);
  const take = (event: { preventDefault: () => void }, files: File[]): boolean => {
    if (files.length === 0 || latest.current.onFiles === undefined) return false;
    event.preventDefault();
    latest.current.onFiles(files);
    return true;
  };
  const attributesOf = (name: string) => ({
    class: 'prose',
    dir: 'auto',
    'aria-label': name,
    'aria-multiline': 'true',
    role: 'textbox',
  });
  const editorProps = {
    attributes: attributesOf(label),
    handleKeyDown: (_view: unknown, event: KeyboardEvent): boolean => {
      if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
        latest.current.onSend();
        return true;
      }
      return !event.isComposing && list.current?.press(event) === true;
    },
    handleDOMEvents: {
      // Escape is for what is around: the editor would select the paragraph.
      keydown: (_view: unknown, event: KeyboardEvent): boolean =>
        event.key === 'Escape' && list.current === null && !event.isComposing,
    },
    handlePaste: (_view: unknown, event: ClipboardEvent) => take(event, pastedFiles(event.clipboardData)),
    handleDrop: (_view: unknown, event: DragEvent) => take(event, droppedFiles(event.dataTransfer)),
  };
  const lookForMention = (changed: Editor) =>
    setMention(latest.current.members.length === 0 ? null : typedMention(changed));
  const editor = useEditor({
    extensions: [...richTextExtensions(serverUrls, images), MentionNode],
    content: typeof value === 'string' ? documentOf(value) : value,
    autofocus: takesFocus ? 'end' : false,
    editorProps,
    onUpdate: ({ editor: changed }) => {
      latest.current.onChange(
        trimDocument(changed.getJSON()) as RichText,
        changed.getText({ blockSeparator: '\n' }),
      );
      lookForMention(changed);
    },
    onSelectionUpdate: ({ editor: changed }) => lookForMention(changed),
    onBlur: () => setMention(null),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: Only the name changes, when a reply becomes a note.
  useEffect(() => editor?.setOptions({ editorProps }), [editor, label]);
  const pick = (member: { id: string; name: string }) => {
    if (mention === null) return;
    const node = { type: 'mention', attrs: { memberId: member.id, label: member.name } };
    const range = { from: mention.from, to: mention.from + 1 + mention.typed.length };
    editor
      ?.chain()
      .focus()
      .insertContentAt(range, [node, { type: 'text', text: ' ' }])
      .run();
    setMention(null);
  };
  return (
    <div className={classes.frame} data-empty={editor?.isEmpty !== false} data-hint={label}>
      <Frame editor={editor} labels={texts.controls} className={classes.editor}>
        <Frame.Content />
        <Frame.Toolbar role="toolbar" aria-label={texts.toolbar} className={classes.toolbar}>
          <Frame.ControlsGroup>
            <Frame.Bold />
            <Frame.Italic />
            <Frame.Code />
          </Frame.ControlsGroup>
          <Frame.ControlsGroup>
            <Frame.BulletList />
            <Frame.OrderedList />
            <Frame.Blockquote />
          </Frame.ControlsGroup>
          <Frame.ControlsGroup>
            <Frame.Link />
          </Frame.ControlsGroup>
        </Frame.Toolbar>
      </Frame>
      {mention !== null && editor !== null && (
        <MentionList
          ref={list}
          field={editor.view.dom}
          place={mention}
          members={props.members}
          onPick={pick}
          onClose={() => setMention(null)}
        />
      )}
    </div>
  );
}
