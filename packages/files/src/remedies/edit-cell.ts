import type { Remedy } from '@bowerbird/contract/files/remedies';
import { unprotectedCell } from '../text/protection.ts';
import { isoDate } from './dates.ts';
import { withCheckDigit, withDecimalPoint, withoutCurrency, withoutThousands } from './numbers.ts';
import { address, halfWidth, trimmedText, withoutEntities } from './texts.ts';
import { weightInUnit } from './weights.ts';

/** A remedy that changes one cell by its value alone. */
export type CellRemedy = Exclude<
  Remedy,
  { kind: 'fill-down' | 'split' | 'drop-row' | 'drop-repeats' | 'accept' }
>;

/** Returns the value of a cell after a remedy; the same for a value that the remedy is not made for. */
export function editedCell(value: string, remedy: CellRemedy): string {
  switch (remedy.kind) {
    case 'formula-guard':
      return unprotectedCell(value);
    case 'decimal-comma':
      return withDecimalPoint(value);
    case 'thousands':
      return withoutThousands(value, remedy.separator);
    case 'currency-sign':
      return withoutCurrency(value);
    case 'date-order':
      return isoDate(value, remedy.order);
    case 'trim':
      return trimmedText(value);
    case 'leading-zeros':
      return /^\s*\d+\s*$/.test(value) ? value.trim().padStart(remedy.width, '0') : value;
    case 'check-digit':
      return withCheckDigit(value);
    case 'replace':
      return value === remedy.from ? remedy.to : value;
    case 'clear':
      return '';
    case 'map-values':
      return mapped(value, remedy.values);
    case 'weight-unit':
      return weightInUnit(value, remedy.from, remedy.to);
    case 'half-width':
      return halfWidth(value);
    case 'html-entities':
      return withoutEntities(value);
    case 'whole-number':
      return value.trim().replace(/^(-?\d{1,16})[.,]\d{1,20}$/, '$1');
    case 'address':
      return address(value);
  }
}

function mapped(value: string, values: Readonly<Record<string, string>>): string {
  const key = value.trim().toLowerCase();
  const found = Object.entries(values).find(([from]) => from.trim().toLowerCase() === key);
  return found ? found[1] : value;
}
