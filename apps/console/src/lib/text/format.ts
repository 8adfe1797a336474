import { useMemo } from 'react';
import type { Language } from './language.ts';
import { useTexts } from './language.ts';
import type { Text } from './text.ts';
import { useText } from './text.ts';

export interface Format {
  number(value: number): string;
  /** Shortened for menu counts: 2.3万, 23K, 23 mil. */
  compact(value: number): string;
  /** A decimal string in its own currency, with every digit kept; `code` adds the currency code. */
  /** A dash if there is no amount. */
  money(value: string | null, currency: string | null, options?: { code?: boolean }): string;
  /** A ratio from 0 to 1 in percent, without decimals by default. */
  percent(part: number, decimals?: number): string;
  /** Relative time under a day, else the date. */
  relative(instant: string): string;
  /** The date alone: 11-18, 18 Nov, 18 de nov. */
  day(instant: string): string;
  /** Date and time to the minute. */
  full(instant: string): string;
  /** Time of day; with seconds if requested. */
  time(instant: string, seconds?: boolean): string;
  /** Two units at most: 3 小时 12 分. */
  duration(seconds: number): string;
  bytes(count: number): string;
}

/** Returns formatters for numbers, money and times in the current language. */
export function useFormat(): Format {
  const { language } = useTexts();
  const text = useText();
  return useMemo(() => formatOf(language, text), [language, text]);
}

const minus = (written: string) => written.replace(/-/g, '\u2212');

/** `now`, in milliseconds, is for tests. */
export function formatOf(language: Language, text: Text, now: () => number = Date.now): Format {
  const plain = new Intl.NumberFormat(language);
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });

  const day = (instant: string) => dayOf(new Date(instant), language, new Date(now()));
  const time = (instant: string, seconds = false) => clockOf(new Date(instant), seconds);
  return {
    number: (value) => minus(plain.format(value)),
    compact: (value) => (value < 1000 ? plain.format(value) : minus(short.format(value))),
    money: (value, currency, options) =>
      value === null ? '—' : moneyOf(language, value, currency, options?.code ?? false),
    percent: (part, decimals = 0) =>
      minus(
        new Intl.NumberFormat(language, {
          style: 'percent',
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        }).format(part),
      ),
    relative: (instant) => {
      const seconds = (now() - Date.parse(instant)) / 1000;
      if (seconds < 45) {
        return text('time.now');
      }
      if (seconds < 3600) {
        return text('time.minutesAgo', { n: Math.max(1, Math.floor(seconds / 60)) });
      }
      return seconds < 86_400 ? text('time.hoursAgo', { n: Math.floor(seconds / 3600) }) : day(instant);
    },
    day,
    time,
    full: (instant) => `${day(instant)} ${time(instant)}`,
    duration: (seconds) => durationOf(text, seconds),
    bytes: (count) => bytesOf(language, count),
  };
}

function moneyOf(language: Language, value: string, currency: string | null, code: boolean): string {
  const decimals = value.split('.')[1]?.length ?? 0;
  // Intl accepts a decimal string directly, so no digit passes through a float.
  const exact = value as `${number}`;
  if (currency === null) {
    return minus(
      new Intl.NumberFormat(language, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }).format(exact),
    );
  }
  try {
    const usual =
      new Intl.NumberFormat(language, { style: 'currency', currency }).resolvedOptions()
        .maximumFractionDigits ?? 2;
    const written = new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: Math.max(usual, decimals),
      maximumFractionDigits: Math.max(usual, decimals),
    }).format(exact);
    return minus(code ? `${written} ${currency}` : written);
  } catch {
    return `${value} ${currency}`;
  }
}

const two = (value: number) => String(value).padStart(2, '0');

function dayOf(date: Date, language: Language, today: Date): string {
  const sameYear = date.getFullYear() === today.getFullYear();
  if (language === 'zh-CN' || language === 'zh-TW') {
    const short = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    return sameYear ? short : `${date.getFullYear()}-${short}`;
  }
  const locale = language === 'en-US' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(date);
}

function clockOf(date: Date, seconds: boolean): string {
  const short = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return seconds ? `${short}:${two(date.getSeconds())}` : short;
}

function durationOf(text: Text, seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const d = Math.floor(whole / 86_400);
  const h = Math.floor((whole % 86_400) / 3600);
  const m = Math.floor((whole % 3600) / 60);
  const s = whole % 60;
  if (d > 0) {
    return h > 0 ? text('time.daysHours', { d, h }) : text('time.days', { d });
  }
  if (h > 0) {
    return m > 0 ? text('time.hoursMinutes', { h, m }) : text('time.hours', { h });
  }
  if (m > 0) {
    return s > 0 ? text('time.minutesSeconds', { m, s }) : text('time.minutes', { m });
  }
  return text('time.seconds', { s });
}

function bytesOf(language: Language, count: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
  const value = count / 1000 ** step;
  const digits = value < 10 && step > 0 ? 1 : 0;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${units[step] ?? 'GB'}`;
}
