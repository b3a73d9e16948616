// The editor, loaded on demand.

import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyComponent } from '../states/lazy-component.tsx';
import type { EditorProps } from './rich-text-editor.tsx';

const Editor = lazyComponent(async () => (await import('./rich-text-editor.tsx')).RichTextEditor);

export function LazyEditor(props: EditorProps) {
  return (
    <Suspense fallback={<Skeleton height={230} radius="md" />}>
      <Editor {...props} />
    </Suspense>
  );
}
