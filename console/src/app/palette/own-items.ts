// What the console itself offers in the palette: pages, settings, actions.

import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { settingsSections } from '../../pages/settings/settings-pages.ts';
import {
  IconArrowBackUp,
  IconBook2,
  IconKeyboard,
  IconPlus,
  IconSettings,
  IconSun,
} from '../../parts/icons.tsx';
import { usePaletteTexts } from '../../texts/palette.ts';
import { useSettingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.tsx';
import { usePlaces } from '../places.tsx';
import type { Item } from './found-items.ts';

/** What the frame of the console does. */
export interface Doing {
  onHelp: () => void;
  onUndo: () => void;
}

export function useOwnItems(doing: Doing): Item[] {
  return [...useActions(doing), ...usePages(), ...useSettings(), ...useThemes()];
}

function useActions({ onHelp, onUndo }: Doing): Item[] {
  const { feedback, shell, shortcuts } = useTexts();
  const texts = usePaletteTexts();
  const navigate = useNavigate();
  const kind = texts.kinds.action;
  return [
    { id: 'post', name: feedback.create, Icon: IconPlus, act: () => void navigate({ to: '/posts/new' }) },
    {
      id: 'entry',
      name: texts.newEntry,
      Icon: IconPlus,
      act: () => void navigate({ to: '/changelog/$changelogId', params: { changelogId: 'new' } }),
    },
    { id: 'undo', name: shortcuts.actions.undo, Icon: IconArrowBackUp, act: onUndo },
    { id: 'help', name: shell.shortcuts, Icon: IconKeyboard, isRare: true, act: onHelp },
    {
      id: 'reference',
      name: shell.apiReference,
      Icon: IconBook2,
      isRare: true,
      act: () => void window.open('/docs', '_blank', 'noreferrer'),
    },
  ].map((item) => ({ ...item, kind }));
}

function usePages(): Item[] {
  const { kinds } = usePaletteTexts();
  const navigate = useNavigate();
  const { home, inbox, posts, moderation, changelog, customers, insights } = usePlaces();
  return [home, inbox, posts, moderation, changelog, customers, insights].flatMap((place) =>
    place === undefined
      ? []
      : [
          {
            id: String(place.to),
            name: place.label,
            kind: kinds.page,
            Icon: place.Icon,
            act: () => void navigate({ to: place.to }),
          },
        ],
  );
}

function useSettings(): Item[] {
  const settings = useSettingsTexts();
  const { kinds } = usePaletteTexts();
  const navigate = useNavigate();
  return settingsSections.flatMap(({ pages }) =>
    pages.map(({ to, name }) => ({
      id: to,
      name: settings[name].title,
      kind: kinds.settings,
      Icon: IconSettings,
      isRare: true,
      act: () => void navigate({ to }),
    })),
  );
}

const schemes = ['light', 'dark', 'auto'] as const;

function useThemes(): Item[] {
  const { shell } = useTexts();
  const texts = usePaletteTexts();
  const { setColorScheme } = useMantineColorScheme();
  return schemes.map((scheme) => ({
    id: scheme,
    name: texts.theme(shell.themes[scheme]),
    kind: texts.kinds.action,
    Icon: IconSun,
    isRare: true,
    act: () => setColorScheme(scheme),
  }));
}
