import { sitemapPlaces } from '../collecting/sitemap.ts';
import { closedWay } from '../failures.ts';
import type { Visit } from '../http.ts';
import { decoded, readAddress } from './address.ts';

/** WordPress's own sitemap, and the ones that the common plugins put in its place (platform notes 2.4). */
const indexes = ['/wp-sitemap.xml', '/sitemap_index.xml', '/sitemap.xml'];
const productPart = /(wp-sitemap-posts-product-\d+|product-sitemap\d*)\.xml$/;

/** Addresses of all products the sitemap names, by their keys, in its order. Throws what the last request throws. */
export async function sitemapProducts(visit: Visit, root: string): Promise<Map<string, URL>> {
  let failure: unknown;
  for (const index of indexes) {
    try {
      const places = await sitemapPlaces(visit, new URL(index, root), (parts) =>
        parts.filter((part) => productPart.test(part.pathname)),
      );
      const products = places.filter((place) => place.origin === new URL(root).origin && isProduct(place));
      if (products.length > 0) {
        return new Map(products.map((place) => [keyOf(place), place]));
      }
    } catch (thrown) {
      failure ??= closedWay(thrown);
    }
  }
  if (failure !== undefined) {
    throw failure;
  }
  return new Map();
}

/** Parts for products name products only, and the shop's own page. */
function isProduct(place: URL): boolean {
  return !place.pathname.endsWith('.xml') && place.pathname.split('/').filter(Boolean).length > 1;
}

function keyOf(place: URL): string {
  return readAddress(place, 'product').key ?? decoded(place.pathname);
}
