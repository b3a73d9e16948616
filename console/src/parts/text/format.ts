// Numbers, dates and sizes formatted for the person's locale. Pure, except for the hook at the end.

import { type Language, useI18n } from '../../texts/texts.tsx';

const [minute, hour, day] = [60, 3_600, 86_400];

/** For a week or more, by the length of each unit: "last week" would be wrong for half of what is 8 days ago. */
const longUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 7 * day],
];

export interface Formats {
  number(value: number): string;
  /** 12,345 becomes 12.3K. */
  compact(value: number): string;
  date(instant: string): string;
  dateTime(instant: string): string;
  /** To the second, without the year. */
  moment(instant: string): string;
  /** A day on a chart, given as `2026-01-31`. */
  day(date: string): string;
  /** An hour on a chart, with its day. */
  hour(instant: string): string;
  /** Such as "3 hours ago", rounded down to whole units. */
  ago(instant: string, now?: number): string;
  /** How long ago, in little room: "3 hr", "10 mths". */
  age(instant: string, now?: number): string;
  bytes(size: number): string;
  /** 0.78 becomes 78%. */
  percent(part: number): string;
  milliseconds(duration: number): string;
  list(words: readonly string[]): string;
}

export function formatsOf(locale: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const moment = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const dayOfChart = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const hourOfChart = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: 'numeric' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const inUnit = (value: number, unit: string, unitDisplay: 'short' | 'long' = 'short') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(
      value,
    );
  return {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    percent: (part) => percent.format(part),
    milliseconds: (duration) => inUnit(duration, 'millisecond'),
    date: (instant) => date.format(new Date(instant)),
    dateTime: (instant) => dateTime.format(new Date(instant)),
    moment: (instant) => moment.format(new Date(instant)),
    hour: (instant) => hourOfChart.format(new Date(instant)),
    day: (text) => dayOfChart.format(new Date(`${text}T00:00:00Z`)),
    ago: agoOf(locale),
    age: ageOf(locale, inUnit),
    bytes(size) {
      if (size < 1000) return inUnit(size, 'byte', 'long');
      if (size < 1000 ** 2) return inUnit(size / 1000, 'kilobyte');
      return inUnit(size / 1000 ** 2, 'megabyte');
    },
    list: (words) => list.format(words),
  };
}

function agoOf(locale: string): Formats['ago'] {
  const named = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const counted = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  return (instant, now = Date.now()) => {
    const then = new Date(instant).getTime();
    const seconds = (then - now) / 1000;
    const length = Math.abs(seconds);
    if (length < minute) return named.format(0, 'second');
    if (length < hour) return counted.format(Math.trunc(seconds / minute), 'minute');
    if (length < day) return counted.format(Math.trunc(seconds / hour), 'hour');
    const found = longUnits.find(([, unit]) => length >= unit);
    if (found === undefined) return named.format(daysBetween(now, then), 'day');
    return counted.format(Math.trunc(seconds / found[1]), found[0]);
  };
}

const shortUnits: [string, number][] = [...longUnits, ['day', day], ['hour', hour]];

function ageOf(locale: string, inUnit: (value: number, unit: string) => string): Formats['age'] {
  const now = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  return (instant, from = Date.now()) => {
    const seconds = (from - new Date(instant).getTime()) / 1000;
    if (seconds < minute) return now;
    const [unit, length] = shortUnits.find(([, one]) => seconds >= one) ?? ['minute', minute];
    return inUnit(Math.trunc(seconds / length), unit);
  };
}

/** By the calendar: 47 hours ago was not yesterday. */
function daysBetween(from: number, to: number): number {
  const midnight = (instant: number) => new Date(instant).setHours(0, 0, 0, 0);
  return Math.round((midnight(to) - midnight(from)) / (day * 1000));
}

/** The browser's regional variant of the language, if any: en-GB puts the day before the month. */
export const localeFor = (language: Language, preferred: readonly string[]): string =>
  preferred.find((locale) => locale.toLowerCase().split('-')[0] === language) ?? language;

/** Cached, because creating formatters for every row of a list would be noticeably slow. */
const cache = new Map<Language, Formats>();

export function useFormats(): Formats {
  const { language } = useI18n();
  const formats = cache.get(language) ?? formatsOf(localeFor(language, navigator.languages));
  cache.set(language, formats);
  return formats;
}
