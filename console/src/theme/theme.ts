// One accent color, one font in three weights, a 4 px grid. Colors give text AA contrast in both color schemes.

import {
  Button,
  createTheme,
  type MantineColorsTuple,
  Menu,
  type ModalProps,
  type PasswordInputProps,
  type SelectProps,
  type TableProps,
  type TooltipProps,
} from '@mantine/core';

const indigo: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
];

/** Slightly bluer than the default. */
const dark: MantineColorsTuple = [
  '#e6e8ee',
  '#c3c7d1',
  '#a3a8b5',
  '#848a99',
  '#3c414d',
  '#2c303a',
  '#22252e',
  '#181b22',
  '#121419',
  '#0c0e12',
];

const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e6e9ee',
  '#dadee5',
  '#c5cad4',
  '#9aa1af',
  '#626b7b',
  '#4b5362',
  '#323947',
  '#1d222c',
];

/** Characters that our file of the first font lacks come from the others. */
const fonts =
  'Inter, "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 6 },
  colors: { indigo, dark, gray },
  fontFamily: fonts,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: fonts,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Menu: Menu.extend({ defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } }),
    // Without their components: a page loads them if it needs them. The first page needs the others.
    // The button that shows a password works by keyboard, too.
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
      } satisfies Partial<ModalProps>,
      styles: { title: { fontWeight: 600 } },
    },
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } satisfies PasswordInputProps },
    Select: { defaultProps: { allowDeselect: false, comboboxProps: { shadow: 'md' } } satisfies SelectProps },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } satisfies TableProps },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } satisfies Partial<TooltipProps> },
  },
});
