import { currencyDecimals } from '@bowerbird/catalog/pricing/money';
import { decimalsOf, isDecimal, roundPrice, trimDecimals } from '@bowerbird/catalog/pricing/price';
import { Weight } from '@bowerbird/catalog/product';
import type { GridValue } from '@bowerbird/contract/products/grid';
import { safeParse } from 'zod/mini';
import { decimalFrom, weightFrom, wholeFrom } from '../../../lib/text/entered.ts';
import type { GridColumn } from './columns.ts';

/** Why an entered text is no value of its column, with the values of the sentence. */
export interface Wrong {
  code: 'filled' | 'too-long' | 'money' | 'money-decimals' | 'whole' | 'weight' | 'choice' | 'too-many';
  params: Record<string, string | number>;
}

/** The words for the values of a choice, in the language of the person: `true` of `taxable` is "Yes". */
export type ChoiceWords = (column: GridColumn, value: GridValue) => string;

export type Read = { value: GridValue } | { wrong: Wrong };

/** Returns a value as it is shown, edited and copied. */
export function textOf(column: GridColumn, value: GridValue | undefined, words: ChoiceWords): string {
  if (value === undefined) {
    return '';
  }
  if (column.kind === 'choice') {
    return words(column, value);
  }
  if (value === null) {
    return '';
  }
  if (Array.isArray(value)) {
    return value
      .map((item) =>
        Array.isArray(item) ? item.map((part) => partText(part, '>;')).join(' > ') : partText(item, ',，'),
      )
      .join(column.kind === 'paths' ? '; ' : ', ');
  }
  return typeof value === 'object' ? `${value.value} ${value.unit}` : String(value);
}

/** Returns a part of a list, in quotes where it would not be read as one. */
function partText(part: string, separators: string): string {
  const isPlain = part !== '' && part === part.trim() && !part.includes('"');
  return isPlain && [...separators].every((each) => !part.includes(each))
    ? part
    : `"${part.replaceAll('"', '""')}"`;
}

/** Reads an entered text as a value of its column: `currency` gives the decimals, `stored` the unit of a weight. */
export function readText(
  column: GridColumn,
  entered: string,
  { currency, stored, words }: { currency: string | null; stored: GridValue; words: ChoiceWords },
): Read {
  const text = entered.trim();
  if (text === '' && column.kind !== 'list' && column.kind !== 'paths' && column.kind !== 'choice') {
    return column.filled ? wrong('filled') : { value: null };
  }
  switch (column.kind) {
    case 'money':
      return moneyFrom(text, currency);
    case 'whole': {
      const number = wholeFrom(text);
      return number === undefined || number === null ? wrong('whole') : { value: number };
    }
    case 'weight':
      return readWeight(text, stored);
    case 'choice':
      return readChoice(column, text, words);
    case 'list': {
      const items = [...new Set(splitList(text, /[,，\n]/))].filter((item) => item !== '');
      const long = items.find((item) => item.length > (column.max ?? Infinity));
      return items.length > 1000
        ? wrong('too-many', { max: 1000 })
        : long === undefined
          ? { value: items }
          : wrong('too-long', { length: long.length, max: column.max ?? 0 });
    }
    case 'paths': {
      const paths = splitList(text, /[;；\n]/, true)
        .map((path) => splitList(path, />/).filter((part) => part !== ''))
        .filter((path) => path.length > 0);
      return paths.length > 1000 ? wrong('too-many', { max: 1000 }) : { value: paths };
    }
    default:
      return text.length > (column.max ?? Infinity)
        ? wrong('too-long', { length: text.length, max: column.max ?? 0 })
        : { value: text };
  }
}

function wrong(code: Wrong['code'], params: Wrong['params'] = {}): Read {
  return { wrong: { code, params } };
}

/** The sign of a currency before or after an amount, as spreadsheets copy it. */
const sign = /^(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}\s)\s*|\s*(?:\p{Sc}|\s[A-Z]{3})$/gu;

/** An amount as programs write it, which needs no reading. */
const plainAmount = /^\d{1,12}(?:\.\d{1,4})?$/;

function moneyFrom(text: string, currency: string | null): Read {
  const amount = plainAmount.test(text) ? text : decimalFrom(text.replaceAll(sign, ''));
  if (!isDecimal(amount) || amount.startsWith('-')) {
    return wrong('money');
  }
  const decimals = currencyDecimals(currency);
  const plain = trimDecimals(amount);
  if (decimalsOf(plain) > decimals) {
    return wrong('money-decimals', { n: decimals });
  }
  const value = roundPrice(plain, decimals);
  return plainAmount.test(value) ? { value } : wrong('money');
}

function readWeight(text: string, stored: GridValue): Read {
  const unit = typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored.unit : 'g';
  const read = safeParse(Weight, weightFrom(text, unit, Weight.shape.unit.options.toReversed()));
  return read.success ? { value: read.data } : wrong('weight');
}

function readChoice(column: GridColumn, text: string, words: ChoiceWords): Read {
  const asked = text.toLocaleLowerCase();
  const choices = column.choices ?? [];
  const named = choices.findIndex((value) => words(column, value).toLocaleLowerCase() === asked);
  const at = named === -1 ? choices.findIndex((value) => String(value) === asked) : named;
  const value = choices[at];
  return value === undefined ? wrong('choice') : { value };
}

/** Splits at a separator outside quotes; `keepQuotes` leaves them for a second split. */
function splitList(text: string, separator: RegExp, keepQuotes = false): string[] {
  const parts: string[] = [];
  let part = '';
  let inQuotes = false;
  let wasQuoted = false;
  const end = () => {
    parts.push(wasQuoted && !keepQuotes ? part : part.trim());
    part = '';
    wasQuoted = false;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"' && (inQuotes || part.trim() === '' || keepQuotes)) {
      if (inQuotes && text[at + 1] === '"') {
        part += keepQuotes ? '""' : '"';
        at += 1;
        continue;
      }
      if (!inQuotes && !keepQuotes) {
        part = '';
      }
      inQuotes = !inQuotes;
      wasQuoted = true;
      part += keepQuotes ? '"' : '';
    } else if (!inQuotes && separator.test(character)) {
      end();
    } else if (inQuotes || !wasQuoted || character.trim() !== '') {
      part += character;
    } else if (keepQuotes) {
      part += character;
    }
  }
  end();
  return parts;
}
