import type { ExportNotices } from '@bowerbird/contract/products/export';
import type { ExportNotice } from '@bowerbird/files/formats/notices';

/**
 * Most titles listed for each notice, and the notices without titles, because the format can't represent the field for
 * any product.
 */
const titlesMax = 5;
const ofFormat: ReadonlySet<ExportNotice> = new Set([
  'categories',
  'attributes',
  'price-tiers',
  'currency',
  'handle',
  'vendor',
  'product-type',
  'seo',
  'cost',
  'image-texts',
]);

/** Counts the notices about the products of a file, in the order in which they occurred. */
export class NoticeCount {
  readonly #found = new Map<ExportNotice, { products: number; titles: string[] }>();

  add(title: string, notices: readonly ExportNotice[]): void {
    for (const what of notices) {
      const held = this.#found.get(what) ?? { products: 0, titles: [] };
      held.products += 1;
      if (held.titles.length < titlesMax && !ofFormat.has(what)) {
        held.titles.push(title.slice(0, 200));
      }
      this.#found.set(what, held);
    }
  }

  reported(): ExportNotices {
    return [...this.#found].map(([what, { products, titles }]) => ({ what, products, titles }));
  }
}
