import { AppError } from '@bowerbird/contract/errors';
import type { Visit } from '../../net/http.ts';

/** Largest number of parts read, each with thousands of products. */
const partsMax = 1000;
/** Largest number of addresses of all parts together; one part holds up to 50,000 (sitemaps.org/protocol.html). */
export const placesMax = 1_000_000;
/** Size limit in bytes: sitemaps hold up to 50,000 addresses with their images. */
const sitemapLimit = 50_000_000;

/**
 * Returns the addresses that a sitemap names: its own, and those of the wanted parts. Reads the index first, because
 * some shops refuse their parts without the query given there. Throws what the requests throw; an answer that is not a
 * sitemap is `source.page-not-understood`, and more than `placesMax` addresses are `source.answer-too-large`.
 */
export async function sitemapPlaces(
  visit: Visit,
  index: URL,
  partsOf: (places: readonly URL[]) => readonly URL[],
): Promise<URL[]> {
  const { text, url } = await visit.getText(index, { maxBytes: sitemapLimit });
  const all = placesIn(text);
  requireFew(all.length, url);
  const places = addresses(all);
  if (places.length === 0 && !/<(sitemapindex|urlset)/.test(text)) {
    throw new AppError('source.page-not-understood', `${url.href} is no sitemap`, {
      params: { address: url.href },
    });
  }
  const found = [...places];
  for (const part of partsOf(places).slice(0, partsMax)) {
    const { text } = await visit.getText(part, { maxBytes: sitemapLimit });
    for (const place of addresses(placesIn(text))) {
      found.push(place);
    }
    requireFew(found.length, part);
  }
  return found;
}

function requireFew(count: number, { href }: URL): void {
  if (count > placesMax) {
    throw new AppError('source.answer-too-large', `${href} names more than ${placesMax} addresses`);
  }
}

function addresses(places: readonly string[]): URL[] {
  return places.filter((place) => URL.canParse(place)).map((place) => new URL(place));
}

/**
 * Returns the content of each `<loc>`. Scans by hand: a pattern that allows spaces takes extremely long on a page full
 * of them.
 */
function placesIn(xml: string): string[] {
  return xml
    .split('<loc>', placesMax + 2)
    .slice(1)
    .map((text) => {
      const place = text.slice(0, Math.max(0, text.indexOf('</loc>'))).trim();
      const inside = place.startsWith('<![CDATA[') ? place.slice(9).replace(/]]>$/, '').trim() : place;
      return inside.replaceAll('&amp;', '&').replaceAll('&apos;', "'").replaceAll('&quot;', '"');
    });
}
