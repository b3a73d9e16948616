// Opens the palette with Ctrl+K or ⌘K, or from the navigation. Its code is loaded the first time.

import { Kbd, UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lateDialog } from '../parts/forms/late-dialog.tsx';
import { IconSearch } from '../parts/icons.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { Doing } from './palette/own-items.ts';
import classes from './shell.module.css';

export const paletteKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

const Palette = lateDialog(async () => (await import('./palette/palette.tsx')).Palette);

/** The palette while it is open, and what opens it. */
export function usePalette(doing: Doing): [palette: ReactNode, open: () => void] {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useOnPaletteKey(open);
  const palette = isOpen && <Palette {...doing} onClose={() => setOpen(false)} />;
  return [palette, open];
}

/** Also while typing; not while a dialog is open, nor where the key means something else, such as a link in an editor. */
function useOnPaletteKey(onPress: () => void): void {
  const current = useRef(onPress);
  current.current = onPress;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey =
        (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.code === 'KeyK';
      if (!isKey || event.defaultPrevented) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"][aria-modal="true"]') === null) current.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

export function SearchButton({ onClick }: { onClick: () => void }) {
  const { shell } = useTexts();
  return (
    <UnstyledButton className={classes.search} onClick={onClick}>
      <IconSearch size={16} stroke={1.7} aria-hidden />
      <span>{shell.searchOrDo}</span>
      <Kbd size="xs" aria-hidden>
        {paletteKey}
      </Kbd>
    </UnstyledButton>
  );
}
