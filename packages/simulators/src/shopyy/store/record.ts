/** A product as a simulated Shopyy shop keeps it. Times in milliseconds since 1970. */
export interface StoredProduct {
  id: number;
  title: string;
  subtitle: string;
  handle: string;
  spu: string;
  status: 0 | 1;
  specMode: 1 | 2;
  miniDetail: string;
  bodyHtml: string;
  innerTitle: string;
  vendor: string;
  productType: string;
  tags: string[];
  metaTitle: string;
  metaDescript: string;
  metaKeywords: string[];
  inventoryTracking: number;
  inventoryPolicy: number;
  taxable: number;
  freeShipping: number;
  /** Ids of the collections that contain it. */
  collections: number[];
  options: StoredOption[];
  variants: StoredVariant[];
  images: StoredImage[];
  createdAt: number;
  updatedAt: number;
  by: Writer;
}

export type Writer = 'app' | 'merchant' | 'unmanaged';

export interface StoredOption {
  id: number;
  name: string;
  values: { id: number; name: string }[];
}

export interface StoredVariant {
  id: number;
  /** Names of its values, one per option. */
  values: string[];
  sku: string;
  barcode: string;
  price: string;
  compareAtPrice: string;
  /** Kilograms. */
  weight: string;
  quantity: number;
  src: string;
}

export interface StoredImage {
  id: number;
  src: string;
  alt: string;
}

export interface StoredCollection {
  id: number;
  title: string;
  handle: string;
}

/** Returns our key that a product has in its SPU; null for any other SPU. */
export function keyIn({ spu }: Pick<StoredProduct, 'spu'>): string | null {
  return /^bb-[a-z2-7]{16}$/.test(spu) ? spu : null;
}
