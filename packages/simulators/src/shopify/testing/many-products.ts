import type { LedgerEntry, StoredMetafield } from '../admin/record.ts';

const madeAt = Date.UTC(2026, 10, 1, 12);

/**
 * Returns records of a store with this many products, each with a key of ours or, where `keyOf` returns null,
 * unmanaged.
 */
export function manyProducts(count: number, keyOf: (place: number) => string | null): LedgerEntry[] {
  return Array.from({ length: count }, (_, place): LedgerEntry => {
    const id = 8_000_000_000_000 + place * 10;
    const key = keyOf(place);
    const field = (at: number, name: string, value: string): StoredMetafield => ({
      id: id + at,
      namespace: 'bowerbird',
      key: name,
      type: at === 1 ? 'id' : 'single_line_text_field',
      value,
      createdAt: madeAt,
      updatedAt: madeAt,
    });
    const attempt = `019aa000-0000-7000-8000-${String(place).padStart(12, '0')}`;
    return {
      kind: 'product',
      product: {
        id,
        handle: `lamp-${place}`,
        title: `Lamp ${place}`,
        descriptionHtml: '<p>Warm light.</p>',
        vendor: 'Glade Home',
        productType: 'Lamps',
        tags: ['light'],
        status: 'ACTIVE',
        seo: { title: null, description: null },
        templateSuffix: null,
        category: null,
        options: [],
        variants: [],
        media: [],
        collections: [],
        metafields: key === null ? [] : [field(1, 'listing_key', key), field(2, 'attempt', attempt)],
        publications: [],
        createdAt: madeAt,
        updatedAt: madeAt,
        by: key === null ? 'unmanaged' : 'app',
      },
    };
  });
}
