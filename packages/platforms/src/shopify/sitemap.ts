import { AppError } from '@bowerbird/contract/errors';
import type { Visit } from '../http.ts';
import { readAddress } from './address.ts';

/** So many parts are read, of 5,000 products each. */
const partsMax = 1000;
/** Sitemaps hold up to 5,000 products with their pictures. */
const sitemapLimit = 50_000_000;

/**
 * Handles of all products the shop's sitemap names, in its order, each once. Its index is read first: the parts are
 * refused without the `from` and `to` it gives them. Throws what the requests throw; an answer that is no sitemap is
 * `source.page-not-understood`.
 */
export async function sitemapHandles(visit: Visit, root: string): Promise<string[]> {
  const index = await visit.getText(new URL('/sitemap.xml', root), { maxBytes: sitemapLimit });
  const places = placesIn(index.text);
  if (places.length === 0 && !/<(sitemapindex|urlset)/.test(index.text)) {
    throw new AppError('source.page-not-understood', `${index.url.href} is no sitemap`, {
      params: { address: index.url.href },
    });
  }

  const handles = new Set(handlesIn(places));
  for (const part of productParts(places, root)) {
    const { text } = await visit.getText(part, { maxBytes: sitemapLimit });
    for (const handle of handlesIn(placesIn(text))) {
      handles.add(handle);
    }
  }
  return [...handles];
}

/** The parts with products, in the locale asked for; those of the shop's main language when there are none. */
function productParts(places: readonly string[], root: string): URL[] {
  const parts = places
    .filter((place) => URL.canParse(place))
    .map((place) => new URL(place))
    .filter((url) => /\/sitemap_products_\d+\.xml$/.test(url.pathname));
  const prefix = new URL(root).pathname.replace(/\/$/, '');
  const own = parts.filter((url) => url.pathname.startsWith(`${prefix}/sitemap_products_`));
  const chosen = own.length > 0 ? own : parts.filter((url) => url.pathname.startsWith('/sitemap_products_'));
  // A shop may name its parts under another of its hosts; we stay at the one we were asked to read.
  return chosen.slice(0, partsMax).map((url) => new URL(url.pathname + url.search, root));
}

/** What stands in `<loc>`. Cut by hand: a pattern with room for spaces takes for ever on a page made of them. */
function placesIn(xml: string): string[] {
  const [, ...rest] = xml.split('<loc>');
  return rest.map((text) => {
    const place = text.slice(0, Math.max(0, text.indexOf('</loc>'))).trim();
    const inside = place.startsWith('<![CDATA[') ? place.slice(9).replace(/]]>$/, '').trim() : place;
    return inside.replaceAll('&amp;', '&').replaceAll('&apos;', "'").replaceAll('&quot;', '"');
  });
}

function handlesIn(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    if (!URL.canParse(place)) {
      return [];
    }
    const address = readAddress(new URL(place));
    return address.scope === 'product' && address.handle !== null ? [address.handle] : [];
  });
}
