import { readAddress } from '../../collecting/links/handle-address.ts';
import { sitemapPlaces } from '../../collecting/links/sitemap.ts';
import type { Visit } from '../../net/http.ts';

/**
 * Returns the handles of all products in the shop's sitemap, in its order, each once. Throws what the requests throw.
 */
export async function sitemapHandles(visit: Visit, root: string): Promise<string[]> {
  const index = new URL('/sitemap.xml', root);
  const places = await sitemapPlaces(visit, index, (parts) => productParts(parts, root));
  return [...new Set(places.flatMap(handleIn))];
}

/** Returns the parts with products, in the requested locale; those of the shop's main language when there are none. */
function productParts(places: readonly URL[], root: string): URL[] {
  const parts = places.filter((url) => /\/sitemap_products_\d+\.xml$/.test(url.pathname));
  const prefix = new URL(root).pathname.replace(/\/$/, '');
  const own = parts.filter((url) => url.pathname.startsWith(`${prefix}/sitemap_products_`));
  const chosen = own.length > 0 ? own : parts.filter((url) => url.pathname.startsWith('/sitemap_products_'));
  // A shop may name its parts under another of its hosts; we stay on the host that we were given to read.
  return chosen.map((url) => new URL(url.pathname + url.search, root));
}

function handleIn(place: URL): string[] {
  const address = readAddress(place);
  return address.scope === 'product' && address.key !== null ? [address.key] : [];
}
