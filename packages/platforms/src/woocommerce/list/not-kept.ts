import { shorten } from '../../listing/store-client.ts';
import type { StoreFault } from '../../listing/writes.ts';
import { isObject, itemsOf, type UnreadObject } from '../../unread.ts';

/** As many differences of one answer as are told. */
const toldMax = 5;
/** Fields of a row that come back in a form of their own, and say nothing when compared as text. */
const otherForms: ReadonlySet<string> = new Set(['id', 'meta_data', 'image', 'images', 'status', 'slug']);

/** A row as it was sent, and as the store answered it. */
export interface SentRow {
  sent: object;
  answered: unknown;
  /** Path of what it stands for in our product, such as `variants.3`; '' for the product itself. */
  path: string;
}

/** Fields that the store answered otherwise than they were sent, with both values in the words of `said`. */
export function notKept(rows: readonly SentRow[]): StoreFault[] {
  return rows
    .flatMap(({ sent, answered, path }) =>
      isObject(answered)
        ? Object.entries(sent).flatMap(([name, value]) => differenceOf(name, value, answered, path))
        : [],
    )
    .slice(0, toldMax);
}

function differenceOf(name: string, sent: unknown, answered: UnreadObject, path: string): StoreFault[] {
  const [wanted, there] = [plain(name, sent), plain(name, answered[name])];
  if (otherForms.has(name) || wanted === there) {
    return [];
  }
  const field = [path, name].filter((part) => part !== '').join('.');
  const said = shorten(`${name}: sent ${wanted}, stored ${there}`);
  return [{ code: 'store.field-not-kept', params: { field: name }, field, said }];
}

/** Attributes by what is chosen or listed; a missing value as an empty one. */
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
