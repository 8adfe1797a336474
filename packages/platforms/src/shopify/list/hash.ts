import type { Product } from '@bowerbird/catalog/product';
import { termName } from '../../listing/dependencies.ts';
import type { ListingKey } from '../../listing/product-seen.ts';
import { sha256 } from '../../listing/store/client.ts';
import type { WriteOptions } from '../../listing/writes.ts';
import { termsOf } from './terms.ts';

/** Returns the hash of what we would send of a product: equal for products that would be written identically. */
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

/** The hashed fields of a product as the store returns it. */
export interface ReadBack {
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: readonly string[];
  status: string;
}

/** Returns the hash of a product as read back; both hashes compared include the store's own cleaning of our text. */
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
 * Returns the file name under which one image of one product is uploaded: the same for every send, so that the store
 * recognises it. The name is derived from the address, as the store fetches the image itself and we never do.
 */
export async function imageName(key: ListingKey, address: string): Promise<string> {
  const ending = /\.(jpe?g|png|gif|webp|heic)$/i.exec(pathOf(address))?.[1]?.toLowerCase() ?? 'jpg';
  const hash = await sha256(`${key} ${address}`);
  return `bb-${hash.slice(0, 16)}.${ending}`;
}

function pathOf(address: string): string {
  return URL.parse(address)?.pathname ?? address;
}
