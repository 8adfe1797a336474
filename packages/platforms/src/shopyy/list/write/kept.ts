import type { StoreFault, ToCreate } from '../../../listing/writes.ts';
import { isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { withoutMark } from '../marker.ts';
import { decimal, ownSku, rowsOf, valuesOf } from '../seen.ts';
import { isNamed } from './product-body.ts';

/**
 * Returns what the store did not keep although it answered with success (`readme.md`, Versions and answers; Writing
 * products). `live` is the product as read back, `sent` the body that was sent.
 */
export function notKept(item: ToCreate, sent: UnreadObject, live: UnreadObject): StoreFault[] {
  const lost: StoreFault[] = [];
  const note = (field: string, said: string) =>
    lost.push({ code: 'store.field-not-kept', params: { field }, field, said });
  const words = [
    ['title', 'title'],
    ['vendor', 'vendor'],
    ['product_type', 'productType'],
    ['meta_title', 'seo.title'],
    ['meta_descript', 'seo.description'],
  ] as const;
  for (const [name, field] of words) {
    if ((textOf(sent[name]) ?? '') !== (textOf(live[name]) ?? '')) {
      note(field, name);
    }
  }
  const html = (product: UnreadObject) => withoutMark(textOf(product.body_html) ?? '');
  if (html(sent) !== html(live)) {
    note('descriptionHtml', 'body_html');
  }
  if (sorted(sent.tags) !== sorted(live.tags)) {
    note('tags', 'tags');
  }
  if (itemsOf(live.images).length < item.product.images.length) {
    note('images', 'images');
  }
  if (wholeOf(sent.status) !== wholeOf(live.status)) {
    note('status', 'status');
  }
  const wanted = rowsOf(sent);
  const kept = rowsOf(live);
  if (kept.length !== wanted.length) {
    note('variants', `variants: ${kept.length} of ${wanted.length}`);
  } else {
    for (const name of differing(wanted, kept)) {
      note(`variants.${name}`, name);
    }
  }
  return [...lost, ...handleHeld(sent, live)];
}

/** Returns the fields in which any variant differs from the one with the same values. */
function differing(wanted: readonly UnreadObject[], kept: readonly UnreadObject[]): string[] {
  const byValues = new Map(kept.map((row) => [JSON.stringify(valuesOf(row)), row]));
  const found = new Set<string>();
  for (const row of wanted) {
    const other = byValues.get(JSON.stringify(valuesOf(row)));
    if (!other) {
      found.add('optionValues');
      continue;
    }
    if (decimal(row.price) !== decimal(other.price)) {
      found.add('price');
    }
    if (
      row.compare_at_price !== undefined &&
      decimal(row.compare_at_price) !== decimal(other.compare_at_price)
    ) {
      found.add('compareAtPrice');
    }
    if (textOf(row.sku) !== null && textOf(row.sku) !== ownSku(other)) {
      found.add('sku');
    }
    if ((textOf(row.barcode) ?? '') !== (textOf(other.barcode) ?? '')) {
      found.add('barcode');
    }
  }
  return [...found];
}

/**
 * Reports a changed handle: the store refuses no handle, but adds a number to one that is taken (`readme.md`,
 * Uniqueness).
 */
function handleHeld(sent: UnreadObject, live: UnreadObject): StoreFault[] {
  const [wanted, got] = [textOf(sent.handle) ?? '', textOf(live.handle) ?? ''];
  return wanted === got || !isNamed(got, wanted)
    ? []
    : [{ code: 'store.handle-taken', params: { handle: wanted, got }, field: 'handle', said: got }];
}

/** Returns notes for categories for which the shop has no collection of that name. */
export function noCollection(missing: readonly string[]): StoreFault[] {
  return missing.map((category) => ({
    code: 'store.category-missing',
    params: { category },
    field: 'categories',
    said: category,
  }));
}

function sorted(tags: unknown): string {
  return JSON.stringify(
    itemsOf(tags)
      .map((tag) => (isObject(tag) ? (textOf(tag.title) ?? '') : String(tag).trim()))
      .sort(),
  );
}
