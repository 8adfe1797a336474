import { type ProductFilter, productSorts } from '@bowerbird/contract/products/products';
import type { Marks } from './fill.ts';
import { commonChinese, commonWord, sourceCount } from './products.ts';

/** One call of the product list, and what it is called in the table. */
export interface ListCall {
  name: string;
  body: { filter: ProductFilter; sort?: string; direction?: string; cursor?: string };
}

const nobody = '01900000-0000-7000-8000-000000000000';

/**
 * Filters to measure for each one that the API has, so that a new one must be added here. Common and rare values; the
 * first source was written first, and is far from the beginning of the list of what was changed last.
 */
function filtersOf(marks: Marks): Record<keyof ProductFilter, ProductFilter[]> {
  const [of2026, end] = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];
  return {
    text: [
      { text: commonWord },
      { text: commonChinese },
      { text: commonChinese.slice(0, 1) },
      { text: 'zx' },
      { text: 'q' },
      { text: 'k1234567-m' },
      { text: `${commonWord} ${commonChinese}` },
    ],
    tags: [{ tags: ['tag-0'] }, { tags: ['tag-2999'] }],
    status: [{ status: ['draft'] }, { status: ['archived'] }],
    platforms: [{ platforms: ['shopify'] }, { platforms: ['none'] }],
    sources: [{ sources: ['source-0.example'] }, { sources: [`source-${sourceCount - 1}.example`] }],
    categories: [{ categories: ['Area 0 / Shelf 0'] }, { categories: ['Area 7 / Shelf 79'] }],
    vendors: [{ vendors: ['Vendor 0'] }, { vendors: ['Vendor 499'] }],
    productTypes: [{ productTypes: ['Type 0'] }, { productTypes: ['Type 59'] }],
    priceMin: [
      { priceMin: '20', priceMax: '40' },
      { priceMin: '20', priceMax: '20.01' },
      { priceMin: '770' },
    ],
    priceMax: [{ priceMax: '2.75' }],
    stockMin: [{ stockMin: 488 }],
    stockMax: [{ stockMax: 0 }],
    withoutImages: [{ withoutImages: true }, { withoutImages: false }],
    compareAtMin: [{ compareAtMin: '1000' }],
    compareAtMax: [{ compareAtMax: '4.2' }],
    costMin: [{ costMin: '600' }],
    costMax: [{ costMax: '1' }],
    marginMin: [{ marginMin: 69 }],
    marginMax: [{ marginMax: 10 }],
    variantsMin: [{ variantsMin: 3 }, { variantsMin: 4 }],
    variantsMax: [{ variantsMax: 1 }],
    imagesMin: [{ imagesMin: 8 }],
    imagesMax: [{ imagesMax: 1 }],
    createdFrom: [{ createdFrom: of2026, createdTo: end }],
    createdTo: [{ createdTo: '2026-01-02T00:00:00Z' }],
    updatedFrom: [{ updatedFrom: of2026, updatedTo: end }],
    updatedTo: [{ updatedTo: '2026-01-02T00:00:00Z' }],
    collectedFrom: [{ collectedFrom: of2026, collectedTo: end }],
    collectedTo: [{ collectedTo: '2026-01-02T00:00:00Z' }],
    groups: [{ groups: [marks.groupId] }, { groups: ['none'] }],
    assignees: [{ assignees: [nobody] }],
    colours: [{ colours: ['blue'] }],
    noted: [{ noted: true }, { noted: false }],
    stores: [{ stores: [marks.storeId] }],
    listing: [
      { listing: 'none' },
      { listing: 'listed' },
      { listing: 'refused', stores: [marks.storeId] },
      { listing: 'changed' },
    ],
    queue: [
      { queue: 'to-edit' },
      { queue: 'to-list' },
      { queue: 'changed' },
      { queue: 'rejected' },
      { queue: 'out-of-stock' },
      { queue: 'low-margin' },
      { queue: 'listed' },
    ],
    collectRunId: [{ collectRunId: marks.collectRunId }],
    claimRunId: [{ claimRunId: marks.claimRunId }],
  };
}

/** All sorts in both directions, all filters in the default order, and some of both. */
export function callsOf(marks: Marks): { sorts: ListCall[]; filters: ListCall[]; both: ListCall[] } {
  return {
    sorts: productSorts.flatMap((sort) =>
      ['asc', 'desc'].map((direction) => ({
        name: `${sort} ${direction}`,
        body: { filter: {}, sort, direction },
      })),
    ),
    filters: Object.values(filtersOf(marks))
      .flat()
      .map((filter) => ({ name: JSON.stringify(filter), body: { filter } })),
    both: [
      { filter: { text: commonWord, priceMin: '20', priceMax: '40' }, sort: 'price', direction: 'asc' },
      { filter: { sources: ['source-0.example'] }, sort: 'title', direction: 'asc' },
      { filter: { sources: ['source-0.example'], status: ['active' as const] } },
      { filter: { status: ['draft' as const], priceMin: '20', priceMax: '40' }, sort: 'title' },
      { filter: fifty },
    ].map((body) => ({ name: JSON.stringify(body).slice(0, 100), body })),
  };
}

/** A filter with fifty conditions. */
const fifty: ProductFilter = {
  text: commonWord,
  tags: Array.from({ length: 12 }, (_, at) => `tag-${at}`),
  vendors: Array.from({ length: 12 }, (_, at) => `Vendor ${at}`),
  productTypes: Array.from({ length: 12 }, (_, at) => `Type ${at}`),
  priceMin: '5',
  priceMax: '500',
  stockMin: 0,
  stockMax: 400,
  imagesMin: 1,
  imagesMax: 9,
  variantsMin: 1,
  variantsMax: 9,
  createdFrom: '2026-01-01T00:00:00Z',
  updatedFrom: '2026-01-01T00:00:00Z',
  collectedFrom: '2026-01-01T00:00:00Z',
  status: ['draft', 'active'],
};
