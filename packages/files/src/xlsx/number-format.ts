import { dateText } from './dates.ts';
import { type PlainNumber, plainNumber } from './plain-number.ts';

/** How a number stands in its cell. */
export interface ShownNumber {
  text: string;
  /** `date`: a spreadsheet shows it as a date or time. `digits-lost`: it has more digits than a number keeps. */
  kind: 'number' | 'date' | 'digits-lost';
}

/** A number format, taken apart once for all cells that have it. */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'date'; day: boolean; time: boolean; elapsed: boolean }
  /** Digits that are filled up with zeros, and the fixed text around them: `0000000`, `000-0000`, `"A-"0000`. */
  | { kind: 'filled'; parts: readonly (string | null)[]; zeros: number }
  /** Exactly so many decimals, or at least so many. */
  | { kind: 'decimals'; least: number }
  | { kind: 'percent'; least: number };

/** Formats without a code in the file, by their number (ECMA-376, 18.8.30, and its forms for East Asia). */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

/** Returns the format of a built-in number; plain for those that show a number as it is. */
export function builtInFormat(id: number): NumberFormat {
  const isEastAsianDate = (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return isEastAsianDate
    ? { kind: 'date', day: true, time: false, elapsed: false }
    : numberFormat(builtIn[id] ?? 'General');
}

/** Takes a format's code apart; only its section for positive numbers counts. */
export function numberFormat(code: string): NumberFormat {
  const tokens = tokensOf(code);
  const marks = tokens.flatMap((token) => ('mark' in token ? [token.mark] : [])).join('');
  if (/general|G\/|@/i.test(marks) || marks === '') {
    return { kind: 'plain' };
  }
  const elapsed = tokens.some((token) => 'elapsed' in token);
  if (elapsed || (/[ymdhs]/i.test(marks) && !/[0#?.]E[+-]/i.test(marks))) {
    const words = marks.replace(/AM\/PM|A\/P|上午\/下午/gi, 'h');
    // An m beside hours or seconds is minutes.
    const time = elapsed || /[hs]/i.test(words);
    return { kind: 'date', day: /[yd]/i.test(words) || (!time && /m/i.test(words)), time, elapsed };
  }
  const [whole = '', decimals] = marks.split('.');
  const least = (decimals?.match(/0/g) ?? []).length;
  if (marks.includes('%')) {
    return { kind: 'percent', least };
  }
  const zeros = (whole.match(/0/g) ?? []).length;
  const isFilled = zeros >= 2 && decimals === undefined && !/[,/Ee#?]/.test(marks);
  return isFilled
    ? { kind: 'filled', parts: tokens.map(partOf), zeros }
    : /[/Ee]/.test(marks)
      ? { kind: 'plain' }
      : { kind: 'decimals', least };
}

/** Returns how a number stands in its cell. */
export function shownNumber(raw: string, format: NumberFormat, date1904: boolean): ShownNumber {
  const number = plainNumber(raw);
  if (number === null) {
    return { text: raw, kind: 'number' };
  }
  if (number.digitsLost) {
    return { text: number.text, kind: 'digits-lost' };
  }
  if (format.kind === 'date') {
    const text = dateText(Number(raw), format, date1904);
    return text === null ? { text: number.text, kind: 'number' } : { text, kind: 'date' };
  }
  return { text: numberText(number, format), kind: 'number' };
}

function numberText({ text }: PlainNumber, format: Exclude<NumberFormat, { kind: 'date' }>): string {
  switch (format.kind) {
    case 'plain':
      return text;
    case 'decimals':
      return withDecimals(text, format.least);
    case 'percent': {
      const shown = plainNumber(String(Number((Number(text) * 100).toPrecision(15))));
      return shown === null ? text : `${withDecimals(shown.text, format.least)}%`;
    }
    case 'filled':
      return /^\d+$/.test(text) ? filled(text, format) : text;
  }
}

/** Fills digits into their places from the right; what is more than the places stands before the first. */
function filled(
  digits: string,
  { parts, zeros }: { parts: readonly (string | null)[]; zeros: number },
): string {
  const padded = digits.padStart(zeros, '0');
  let taken = padded.length - zeros;
  let isFirst = true;
  return parts
    .map((part) => {
      if (part !== null) {
        return part;
      }
      const from = isFirst ? 0 : taken;
      taken += 1;
      isFirst = false;
      return padded.slice(from, taken);
    })
    .join('');
}

/** `12.5` under `0.00` is `12.50`; decimals that the format would round away stay. */
function withDecimals(text: string, least: number): string {
  const point = text.indexOf('.');
  const has = point === -1 ? 0 : text.length - point - 1;
  return has >= least ? text : `${point === -1 ? `${text}.` : text}${'0'.repeat(least - has)}`;
}

type Token = { mark: string } | { literal: string } | { elapsed: true };

function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /"([^"]{0,500})"|\\(.)|_.|\*.|\[([^\]]{0,100})\]|(;)|(General|AM\/PM|A\/P|E[+-]|.)/gis;
  for (const [, quoted, escaped, bracketed, semicolon, mark] of code.slice(0, 500).matchAll(pattern)) {
    if (semicolon !== undefined) {
      break;
    }
    if (quoted !== undefined || escaped !== undefined) {
      tokens.push({ literal: quoted ?? escaped ?? '' });
    } else if (bracketed !== undefined) {
      if (/^(?:h+|m+|s+)$/i.test(bracketed)) {
        tokens.push({ elapsed: true });
      }
    } else if (mark !== undefined) {
      tokens.push(/^[-+ ():$¥￥€£]$/.test(mark) ? { literal: mark } : { mark });
    }
  }
  return tokens;
}

function partOf(token: Token): string | null {
  return 'literal' in token ? token.literal : 'mark' in token && token.mark !== '0' ? token.mark : null;
}
