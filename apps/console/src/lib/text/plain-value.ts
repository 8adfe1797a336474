import { partsOf } from '@bowerbird/catalog/change/cell';
import type { Format } from './format.ts';
import { descriptionText } from './product-text.ts';
import type { Text } from './text.ts';

const moneyParts: readonly string[] = ['price', 'compareAtPrice', 'cost'];
const lengthMax = 120;

/** Formats the value of one cell of a product on one line: amounts as money, lists joined, nothing as a dash. */
export function plainValue(
  text: Text,
  format: Format,
  { path, value, currency }: { path: string; value: unknown; currency: string | null },
): string {
  const [field, , part = ''] = partsOf(path);
  if (value === undefined || value === null || value === '') {
    return '—';
  }
  if (typeof value === 'string') {
    return field === 'variants' && moneyParts.includes(part)
      ? format.money(value, currency)
      : (descriptionText(value) ?? value).slice(0, lengthMax);
  }
  if (typeof value === 'number') {
    return format.number(value);
  }
  if (typeof value === 'boolean') {
    return text(value ? 'value.yes' : 'value.no');
  }
  const shown = Array.isArray(value)
    ? value.map((each) => (Array.isArray(each) ? each.join(' / ') : String(each))).join(', ')
    : JSON.stringify(value);
  return shown.slice(0, lengthMax);
}
