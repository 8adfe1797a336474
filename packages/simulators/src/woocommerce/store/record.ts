export const writableStatuses = [
  'draft',
  'pending',
  'private',
  'publish',
  'future',
  'auto-draft',
  'trash',
] as const;
export type ProductState = (typeof writableStatuses)[number];

/** An attribute of a product: shared in the store (`id`), or its own (`id` 0). */
export interface ProductAttribute {
  id: number;
  name: string;
  position: number;
  visible: boolean;
  variation: boolean;
  options: string[];
}

/** A product, or a variation of one, as the store keeps it. Times in milliseconds since 1970. */
export interface StoredProduct {
  id: number;
  /** Id of a variation's product; 0 for a product. */
  parent: number;
  type: 'simple' | 'variable' | 'grouped' | 'external' | 'variation';
  name: string;
  slug: string;
  status: ProductState;
  description: string;
  shortDescription: string;
  sku: string;
  gtin: string;
  regularPrice: string;
  salePrice: string;
  manageStock: boolean;
  stockQuantity: number | null;
  stockStatus: 'instock' | 'outofstock' | 'onbackorder';
  weight: string;
  virtual: boolean;
  taxStatus: string;
  categories: number[];
  tags: number[];
  images: number[];
  attributes: ProductAttribute[];
  /** Option values of a variation. */
  choice: { id: number; name: string; option: string }[];
  meta: { id: number; key: string; value: unknown }[];
  menuOrder: number;
  /** Quantity that shoppers ordered of the product; none when left out. */
  sales?: number;
  created: number;
  modified: number;
}

export type Taxonomy = 'product_cat' | 'product_tag';

export interface StoredTerm {
  id: number;
  taxonomy: Taxonomy;
  name: string;
  slug: string;
  parent: number;
}

/** An attribute that the store shares among all its products. */
export interface StoredAttribute {
  id: number;
  name: string;
  slug: string;
  /** The sort order of its values. */
  orderBy: 'menu_order' | 'name';
}

/** A value of such an attribute: one for all products that have it. Its name is stored without entities. */
export interface StoredValue {
  id: number;
  /** Id of its attribute. */
  attribute: number;
  name: string;
  slug: string;
  /** Its `menu_order`; null for a value that a product's own write created. */
  order: number | null;
}

/** An image in the store's library. */
export interface StoredFile {
  id: number;
  name: string;
  slug: string;
  title: string;
  alt: string;
  created: number;
}

/** Returns a new product with WooCommerce's defaults. */
export function newProduct(id: number, now: number): StoredProduct {
  return {
    id,
    parent: 0,
    type: 'simple',
    name: 'Product',
    slug: '',
    status: 'publish',
    description: '',
    shortDescription: '',
    sku: '',
    gtin: '',
    regularPrice: '',
    salePrice: '',
    manageStock: false,
    stockQuantity: null,
    stockStatus: 'instock',
    weight: '',
    virtual: false,
    taxStatus: 'taxable',
    categories: [],
    tags: [],
    images: [],
    attributes: [],
    choice: [],
    meta: [],
    menuOrder: 0,
    created: now,
    modified: now,
  };
}
