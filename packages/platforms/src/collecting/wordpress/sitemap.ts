import { closedWay } from '../../net/failures.ts';
import type { Visit } from '../../net/http.ts';
import { sitemapPlaces } from '../links/sitemap.ts';
import { isInside, trimmed } from './root.ts';

/** WordPress's own sitemap, and those that common plugins use instead (`woocommerce/readme.md`, Product pages). */
const indexes = ['/wp-sitemap.xml', '/sitemap_index.xml', '/sitemap.xml'];

/**
 * Returns the addresses, by key, that the parts of this kind (`product`, `post`) name in the sitemap of the site with
 * this root, in order. Throws what the first request threw when no sitemap has any.
 */
export async function wordpressSitemap(
  visit: Visit,
  root: string,
  kind: string,
  keyOf: (place: URL) => string | null,
): Promise<Map<string, URL>> {
  const { origin, pathname } = new URL(root);
  const isOwn = (place: URL) => place.origin === origin && isInside(place, trimmed(pathname));
  const isPart = new RegExp(`(wp-sitemap-posts-${kind}-\\d+|${kind}-sitemap\\d*)\\.xml$`);
  let failure: unknown;
  for (const index of indexes) {
    try {
      const places = await sitemapPlaces(visit, new URL(root + index), (parts) =>
        parts.filter((part) => isPart.test(part.pathname)),
      );
      const found = places.flatMap((place): [string, URL][] => {
        const key = isOwn(place) && !place.pathname.endsWith('.xml') ? keyOf(place) : null;
        return key === null ? [] : [[key, place]];
      });
      if (found.length > 0) {
        return new Map(found);
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
