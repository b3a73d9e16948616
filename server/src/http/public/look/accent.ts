// Makes a site's accent color readable: as text on the page in both themes, and under text of its own.

/** Of WCAG 2, for normal text. A little more, because channels are rounded. */
const wanted = 4.6;

const pages = { light: '#ffffff', dark: '#14161a' } as const;
/** The lightest and the darkest background that text in the accent color is on. */
const washes = { light: '#f7f8fa', dark: '#1b1e24' } as const;

export interface Accent {
  color: string;
  /** Of text on the accent color. */
  on: string;
}

export const accentFor = (hex: string, theme: keyof typeof pages): Accent => {
  const color = readable(hex, theme);
  return { color, on: contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000' };
};

/** The color, moved toward black or white as far as it must be. */
function readable(hex: string, theme: keyof typeof pages): string {
  const toward = theme === 'light' ? 0 : 255;
  for (let step = 0; step <= 20; step += 1) {
    const color = hexOf(channelsOf(hex).map((channel) => channel + ((toward - channel) * step) / 20));
    const least = Math.min(contrast(color, pages[theme]), contrast(color, washes[theme]));
    if (least >= wanted) return color;
  }
  return theme === 'light' ? '#000000' : '#ffffff';
}

const channelsOf = (hex: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
