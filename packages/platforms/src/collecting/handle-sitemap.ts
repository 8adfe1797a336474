import type { Visit } from '../http.ts';
import { readAddress } from './handle-address.ts';
import { sitemapPlaces } from './sitemap.ts';

/** Parts that are read when none is named after products. */
const otherPartsMax = 20;

/**
 * Handles of all products that the sitemap of such a shop names, in its order, each once: from the parts named after
 * products, or from the first parts where none is. Throws what the requests throw.
 */
export async function handlesInSitemap(visit: Visit, root: string): Promise<string[]> {
  const { origin } = new URL(root);
  const places = await sitemapPlaces(visit, new URL('/sitemap.xml', origin), (all) => {
    const parts = all.filter((place) => /\.xml(\.gz)?$/.test(place.pathname));
    const named = parts.filter((place) => /product/i.test(place.pathname));
    // A shop may name its parts under another of its hosts; we stay at the one we were asked to read.
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
