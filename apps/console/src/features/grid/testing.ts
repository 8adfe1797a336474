import type { GridProduct, GridVariant } from '@bowerbird/contract/products/grid';
import type { ChoiceWords } from './model/cell-text.ts';

/** A variant with only the given fields set. */
export function gridVariant(fields: Partial<GridVariant> = {}): GridVariant {
  return {
    id: 'v1',
    optionValues: [],
    sku: null,
    barcode: null,
    price: '10.00',
    compareAtPrice: null,
    cost: null,
    stock: null,
    weight: null,
    available: null,
    requiresShipping: true,
    taxable: true,
    ...fields,
  };
}

/** A product of the grid; the same number gives the same id. */
export function gridProduct(number: number, fields: Partial<GridProduct> = {}): GridProduct {
  return {
    id: `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    revision: 1,
    imageUrl: null,
    currency: 'USD',
    title: `Mug ${number}`,
    handle: `mug-${number}`,
    status: 'draft',
    vendor: null,
    productType: null,
    tags: [],
    categories: [],
    seo: { title: null, description: null },
    options: [],
    variants: [gridVariant()],
    ...fields,
  };
}

export const plainWords: ChoiceWords = (_column, value) =>
  value === null ? 'Unknown' : value === true ? 'Yes' : value === false ? 'No' : String(value);
