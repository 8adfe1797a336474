import type { Product } from '@bowerbird/catalog/product';
import type { MarkedField } from '@bowerbird/platforms/reading/page-fields';
import { itemsOf } from '@bowerbird/platforms/reading/unread';
import { expect, it } from 'vitest';
import { coverageFields } from './coverage.ts';
import { simulatedReadings } from './readings.ts';

/** The mark for each column of the table of fields in `docs/platforms.md`. */
const markOf: Record<string, MarkedField> = {
  title: 'title',
  description: 'descriptionHtml',
  vendor: 'vendor',
  type: 'productType',
  tags: 'tags',
  options: 'options',
  'several variants': 'variants',
  price: 'variants',
  'compare-at': 'compareAtPrice',
  stock: 'stock',
  availability: 'availability',
  weight: 'weight',
  barcode: 'barcode',
  SKU: 'sku',
  images: 'images',
  'variant images': 'imageUrl',
  alt: 'alt',
  categories: 'categories',
  SEO: 'seo',
  currency: 'currency',
  attributes: 'attributes',
  tiers: 'priceTiers',
};

/** No source states what its shop paid. */
const lackingEverywhere = ['cost'];
const ofMarketplaces = ['tags', 'barcode', 'alt', 'SEO'];
/** What products of a platform do not have at all (its readme). */
const lacking: Record<string, readonly string[]> = {
  Shopify: ['attributes', 'tiers'],
  SHOPLINE: ['attributes', 'tiers'],
  'SHOPLINE Taiwan': ['type', 'attributes', 'tiers'],
  Shoplazza: ['attributes', 'tiers'],
  Shopyy: ['attributes', 'tiers'],
  WooCommerce: ['type', 'tiers'],
  WordPress: ['tiers'],
  Alibaba: ofMarketplaces,
  '1688': ofMarketplaces,
  AliExpress: ofMarketplaces,
};

/** Fields that a reading method provides, though no product of the simulated shops has them. */
const stated: Record<string, readonly string[]> = {
  'WooCommerce feed': ['attributes'],
  'WooCommerce API': ['attributes', 'variant images'],
  'WordPress feed': ['attributes'],
  'WordPress page': ['attributes'],
  'WordPress plugin': ['attributes'],
  'Shopyy page': ['categories'],
  'Shopyy plugin': ['categories'],
  'Alibaba feed': ['compare-at', 'variant images'],
  'Alibaba plugin': ['compare-at', 'variant images'],
  'Alibaba API': ['tiers'],
  '1688 API': ['tiers'],
  '1688 feed': ['tiers'],
  '1688 plugin': ['tiers'],
  'AliExpress page': ['tiers'],
  'AliExpress API': ['tiers'],
  'AliExpress plugin': ['tiers'],
};

const marksOf = ({ extra }: Product): readonly unknown[] => itemsOf(extra.page?.unknown);

it('marks each product with what the way that read it cannot tell, on every platform and way', {
  tags: ['slow'],
}, async () => {
  const unmarked: string[] = [];
  for (const { platform, way, products } of await simulatedReadings()) {
    const except = [
      ...lackingEverywhere,
      ...(lacking[platform] ?? []),
      ...(stated[`${platform} ${way}`] ?? []),
    ];
    for (const [name, isStated] of coverageFields) {
      const isUnstated = !products.some(isStated) && !except.includes(name);
      // A single variant is shown by the product's own images.
      const having = products.filter(({ variants }) => name !== 'variant images' || variants.length > 1);
      const bare = having.filter((product) => !marksOf(product).includes(markOf[name])).length;
      if (isUnstated && bare > 0) {
        unmarked.push(`${platform} ${way}: ${name} (${bare})`);
      }
    }
  }

  expect(unmarked).toEqual([]);
});
