// Numbers, dates and sizes as the language of the person writes them. Pure, but for the hook at the end.

import { type Language, useSpoken } from '../texts/texts.tsx';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export interface Formats {
  number(value: number): string;
  /** 12,345 as 12K. */
  compact(value: number): string;
  date(instant: string): string;
  dateTime(instant: string): string;
  /** To the second, of the last days: without the year. */
  moment(instant: string): string;
  /** A day of a chart, given as `2026-01-31`. */
  day(date: string): string;
  /** "3 hours ago", to the whole unit. */
  ago(instant: string, now?: number): string;
  bytes(size: number): string;
  list(words: readonly string[]): string;
}

export function formatsOf(language: Language): Formats {
  const number = new Intl.NumberFormat(language);
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const moment = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const inUnit = (value: number, unit: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
  return {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    date: (instant) => date.format(new Date(instant)),
    dateTime: (instant) => dateTime.format(new Date(instant)),
    moment: (instant) => moment.format(new Date(instant)),
    day: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    ago(instant, now = Date.now()) {
      const seconds = (new Date(instant).getTime() - now) / 1000;
      const found = units.find(([, length]) => Math.abs(seconds) >= length);
      if (found === undefined) return relative.format(0, 'second');
      return relative.format(Math.trunc(seconds / found[1]), found[0]);
    },
    bytes(size) {
      if (size < 1024) return inUnit(size, 'byte');
      if (size < 1024 ** 2) return inUnit(size / 1024, 'kilobyte');
      return inUnit(size / 1024 ** 2, 'megabyte');
    },
    list: (words) => list.format(words),
  };
}

/** Making them is slow enough to be seen in a list where every row needs them. */
const kept = new Map<Language, Formats>();

export function useFormats(): Formats {
  const { language } = useSpoken();
  const formats = kept.get(language) ?? formatsOf(language);
  kept.set(language, formats);
  return formats;
}
