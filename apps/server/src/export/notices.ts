import type { ExportNotices } from '@bowerbird/contract/export';
import type { ExportNotice } from '@bowerbird/platforms/shopify/csv/written-product';

/** Titles are told of so many products for each notice, and of none for what the format carries of no product at all. */
const titlesMax = 5;
const ofFormat: ReadonlySet<ExportNotice> = new Set(['categories', 'attributes', 'price-tiers', 'currency']);

/** Counts what is to be told of the products of a file, in the order in which it was met. */
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

  told(): ExportNotices {
    return [...this.#found].map(([what, { products, titles }]) => ({ what, products, titles }));
  }
}
