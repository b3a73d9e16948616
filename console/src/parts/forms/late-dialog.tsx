// Dialogs and popovers whose code is loaded when they are opened for the first time.

import { type FunctionComponent, Suspense } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { lazyComponent } from '../states/lazy-component.tsx';
import { useEarlyKeys } from './early-keys.ts';

/** `preload` loads it before. */
export function lateDialog<Props extends object>(fetchPart: () => Promise<FunctionComponent<Props>>) {
  const Part = lazyComponent(fetchPart);
  const LateDialog = (props: Props) => (
    <Suspense fallback={<Waiting />}>
      <Part {...props} />
    </Suspense>
  );
  return Object.assign(LateDialog, { preload: Part.preload });
}

/** In its place, while it is loading. What is typed meanwhile is for it. */
function Waiting() {
  const { common } = useTexts();
  useEarlyKeys();
  return <div role="dialog" aria-modal="true" aria-label={common.loading} />;
}
