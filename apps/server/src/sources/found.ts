import type { Product } from '@bowerbird/catalog/product';
import { watchedFields } from '@bowerbird/contract/collect';
import type { Skipped } from '@bowerbird/platforms/collecting/collector';
import { hasField } from '@bowerbird/platforms/watched-fields';
import type { Found } from '../db/tables/sources.ts';

/** Which of a platform's readers read: the lists of a shop, its pages, one product by itself, or a way in of the merchant's own. What browsers read stands apart (`watch-delivered.ts`). */
export function readerWay(collectWay: string | null, connection: string | null): string {
  if (connection !== null) {
    return `own:${connection}`;
  }
  const byList = collectWay === 'feed' || collectWay === 'collections';
  return collectWay === null ? 'one' : byList ? 'list' : 'page';
}

/** Counts which fields a product that was read has. */
export function countFound(found: Found, way: string, product: Product): void {
  for (const field of watchedFields) {
    count(found, way, field, hasField[field](product));
  }
}

/** Counts a product that could not be read, for what made it so. A page that is gone or closed says nothing of a reader. */
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
