import type { Product } from '@bowerbird/catalog/product';
import { termName } from '../../listing/besides.ts';
import type { ListingKey } from '../../listing/product-seen.ts';
import { sha256 } from '../../listing/store-client.ts';
import type { WriteOptions } from '../../listing/writes.ts';
import { termsOf } from './terms.ts';

/** The hash of what we would send of a product: equal for what would be written alike. */
export function hashSent(product: Product, options: WriteOptions): Promise<string> {
  const {
    source: _source,
    extra: _extra,
    categories: _categories,
    status: _status,
    priceTiers: _tiers,
    ...sent
  } = product;
  const collections = termsOf(product).map(termName);
  return sha256(JSON.stringify([sent, options.status, ...(collections.length > 0 ? [collections] : [])]));
}

/** What is hashed of a product as the store gives it back. */
export interface ReadBack {
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: readonly string[];
  status: string;
}

/** The hash of a product as read back; the store's own cleaning of our text is in both that are compared. */
export function hashReadBack({
  title,
  descriptionHtml,
  vendor,
  productType,
  tags,
  status,
}: ReadBack): Promise<string> {
  return sha256(JSON.stringify([title, descriptionHtml, vendor, productType, [...tags].sort(), status]));
}

/**
 * The name under which one picture of one product is uploaded: the same for every send, so that the store knows it
 * again. It is made of the address, as the picture itself is fetched by the store and never by us.
 */
export async function pictureName(key: ListingKey, address: string): Promise<string> {
  const ending = /\.(jpe?g|png|gif|webp|heic)$/i.exec(pathOf(address))?.[1]?.toLowerCase() ?? 'jpg';
  const hash = await sha256(`${key} ${address}`);
  return `bb-${hash.slice(0, 16)}.${ending}`;
}

function pathOf(address: string): string {
  return URL.parse(address)?.pathname ?? address;
}
