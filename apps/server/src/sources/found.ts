import { variantGapFields, variantGaps } from '@bowerbird/catalog/invariants/variant-gaps';
import type { Product } from '@bowerbird/catalog/product';
import { type GapCount, type StockReport, watchedFields } from '@bowerbird/contract/collect/collect';
import type { Skipped } from '@bowerbird/platforms/collecting/collector';
import { markedFields } from '@bowerbird/platforms/reading/page-fields';
import { hasField } from '@bowerbird/platforms/reading/watched-fields';
import type { Found } from '../db/tables/sources.ts';

/**
 * Returns which of a platform's readers read: the lists of a shop, its pages, one product by itself, or the merchant's
 * own access. What browsers read is counted separately (`watch-delivered.ts`).
 */
export function readerWay(collectWay: string | null, connection: string | null): string {
  if (connection !== null) {
    return `own:${connection}`;
  }
  const byList = collectWay === 'feed' || collectWay === 'collections';
  return collectWay === null ? 'one' : byList ? 'list' : 'page';
}

/** Counts which fields a read product has, and its marks. */
export function countFound(found: Found, way: string, product: Product): void {
  countWatched(found, way, product);
  countMarks(found, way, product);
}

/** Counts which fields a product has, to judge its reader. */
export function countWatched(found: Found, way: string, product: Product): void {
  for (const field of watchedFields) {
    count(found, way, field, hasField[field](product));
  }
}

/** Counts what the report of a run says of its products: which fields were incomplete, and what variants lack. */
export function countMarks(found: Found, way: string, product: Product): void {
  countReported(found, way, product);
  countStock(found, way, product);
  countGaps(found, way, product);
}

/** Prefix of a field's name in the counts of whether the page gave that field completely. */
const reported = 'told:';

/** Counts what a product's page gave: `extra.page.unknown` names the fields that it gave incompletely or not at all. */
function countReported(found: Found, way: string, { extra }: Product): void {
  const unknown = extra.page?.unknown;
  if (Array.isArray(unknown)) {
    for (const field of markedFields) {
      count(found, way, reported + field, !unknown.includes(field));
    }
  }
}

/** Prefix of `reported`, or of a reason, in the counts of whether a product's inventory was given. */
const stock = 'stock:';

/** Counts whether a product's inventory was given: `extra.stock` notes it if it was requested. */
function countStock(found: Found, way: string, { extra }: Product): void {
  if (extra.stock !== undefined) {
    const { stated: isReported, because } = extra.stock;
    count(found, way, stock + (isReported === true ? 'stated' : String(because)), true);
  }
}

/** Returns for how many products the inventory was given, and for how many not, by reason, the most frequent first. */
export function stockIn(found: Found): StockReport {
  const sums = new Map<string, number>();
  for (const [field, [, was]] of Object.values(found).flatMap((ofWay) => Object.entries(ofWay))) {
    if (field.startsWith(stock)) {
      const reason = field.slice(stock.length);
      sums.set(reason, (sums.get(reason) ?? 0) + was);
    }
  }
  const unstated = [...sums].flatMap(([code, count]) => (code === 'stated' ? [] : [{ code, count }]));
  return {
    reported: sums.get('stated') ?? 0,
    unstated: unstated.sort((one, other) => other.count - one.count),
  };
}

/** Prefix of a field's name in the counts of what lacks it: products, and of these the variants. */
const gap = 'gap:';

/** Counts what variants of a product lack and a sibling has. */
function countGaps(found: Found, way: string, product: Product): void {
  for (const { field, variants } of variantGaps(product)) {
    const ofWay = found[way] ?? {};
    const [products, lacking] = ofWay[gap + field] ?? [0, 0];
    ofWay[gap + field] = [products + 1, lacking + variants.length];
    found[way] = ofWay;
  }
}

/**
 * Returns what some variants of a product lack and others have, by field: in how many products, and how many variants.
 */
export function gapsIn(found: Found): GapCount[] {
  return variantGapFields.flatMap((field) => {
    const counts = Object.values(found).flatMap((ofWay) => {
      const count = ofWay[gap + field];
      return count ? [count] : [];
    });
    const products = counts.reduce((sum, [each]) => sum + each, 0);
    const variants = counts.reduce((sum, [, each]) => sum + each, 0);
    return products > 0 ? [{ field, products, variants }] : [];
  });
}

/**
 * Returns the number of products for which a page could not give a field, by field; [] if every page gave everything.
 */
export function partialIn(found: Found): { field: string; count: number }[] {
  return markedFields.flatMap((field) => {
    const missing = Object.values(found).reduce((sum, ofWay) => {
      const [could, was] = ofWay[reported + field] ?? [0, 0];
      return sum + could - was;
    }, 0);
    return missing > 0 ? [{ field, count: missing }] : [];
  });
}

/** Counts a product that could not be read, by its cause. A page that is gone or closed says nothing of a reader. */
export function countUnread(found: Found, way: string, { failure }: Skipped): void {
  switch (failure.code) {
    case 'source.price-unreadable':
      count(found, way, 'price', false);
      return;
    case 'source.product-unreadable':
      if (failure.params.field === 'title' || failure.params.field === 'name') {
        count(found, way, 'title', false);
      }
      count(found, way, 'product', false);
      return;
    case 'source.page-not-understood':
    case 'source.not-json':
      count(found, way, 'product', false);
      return;
    default:
  }
}

function count(found: Found, way: string, field: string, isThere: boolean): void {
  const ofWay = found[way] ?? {};
  const [could, was] = ofWay[field] ?? [0, 0];
  ofWay[field] = [could + 1, was + (isThere ? 1 : 0)];
  found[way] = ofWay;
}
