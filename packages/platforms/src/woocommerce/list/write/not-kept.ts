import { shorten } from '../../../listing/store/client.ts';
import type { StoreFault } from '../../../listing/writes.ts';
import { isObject, itemsOf, type UnreadObject } from '../../../reading/unread.ts';

/** Largest number of differences reported of one answer. */
const statedMax = 5;
/** Fields of a row that are returned in a form of their own, so that comparing them as text is meaningless. */
const otherForms: ReadonlySet<string> = new Set(['id', 'meta_data', 'image', 'images', 'status', 'slug']);

/** A row as it was sent, and as the store answered it. */
export interface SentRow {
  sent: object;
  answered: unknown;
  /** Path of the row in our product, such as `variants.3`; '' for the product itself. */
  path: string;
}

/**
 * Returns the fields that the store answered with another value than was sent, with both values in the text of `said`.
 */
export function notKept(rows: readonly SentRow[]): StoreFault[] {
  return rows
    .flatMap(({ sent, answered, path }) =>
      isObject(answered)
        ? Object.entries(sent).flatMap(([name, value]) => differenceOf(name, value, answered, path))
        : [],
    )
    .slice(0, statedMax);
}

function differenceOf(name: string, sent: unknown, answered: UnreadObject, path: string): StoreFault[] {
  const [wanted, there] = [plain(name, sent), plain(name, answered[name])];
  if (otherForms.has(name) || wanted === there) {
    return [];
  }
  const field = [path, name].filter((part) => part !== '').join('.');
  const said = shorten(`${name}: sent ${wanted}, stored ${there}`);
  return [
    {
      code: 'store.field-not-kept',
      params: { field: name, sent: shorten(wanted), stored: shorten(there) },
      field,
      said,
    },
  ];
}

/** Returns a comparable text: attributes by their chosen or listed values; a missing value equals an empty one. */
function plain(name: string, value: unknown): string {
  if (name === 'attributes') {
    return JSON.stringify(
      itemsOf(value).map((each) => (isObject(each) ? (each.option ?? each.options) : each)),
    );
  }
  return value === null || value === undefined
    ? ''
    : String(typeof value === 'object' ? JSON.stringify(value) : value);
}
