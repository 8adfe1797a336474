import type { Visit } from '../../net/http.ts';
import { readAddress } from './handle-address.ts';
import { sitemapPlaces } from './sitemap.ts';

/** Number of sitemap parts read when no part is named after products. */
const otherPartsMax = 20;

/**
 * Returns the handles of all products in the sitemap of such a shop, in order, each once: from the parts named after
 * products, or from the first parts when there are none. Throws what the requests throw.
 */
export async function handlesInSitemap(visit: Visit, root: string): Promise<string[]> {
  const { origin } = new URL(root);
  const places = await sitemapPlaces(visit, new URL('/sitemap.xml', origin), (all) => {
    const parts = all.filter((place) => /\.xml(\.gz)?$/.test(place.pathname));
    const named = parts.filter((place) => /product/i.test(place.pathname));
    // A shop may name its parts under another of its hosts; the requested host is kept.
    return (named.length > 0 ? named : parts.slice(0, otherPartsMax)).map(
      (place) => new URL(place.pathname + place.search, origin),
    );
  });
  return [
    ...new Set(
      places.flatMap((place) => {
        const { scope, key } = readAddress(place);
        return scope === 'product' && key !== null ? [key] : [];
      }),
    ),
  ];
}
