// For an element that scrolls but has nothing to focus inside: with it, the keyboard can scroll it.

export const scrollable = (label: string) => ({ role: 'region', tabIndex: 0, 'aria-label': label }) as const;
