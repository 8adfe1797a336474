import { sitemapPlaces } from '../../collecting/links/sitemap.ts';
import { closedWay } from '../../net/failures.ts';
import type { Visit } from '../../net/http.ts';
import { productPath } from './source-links.ts';

/** How many parts of a sitemap are read: those named after products, and the others when there are none. */
export interface PartsMax {
  named: number;
  other: number;
}

/** What a shop's sitemap says about its products. Keys are addresses below the shop's host. */
export interface SitemapPages {
  /** Path of the sitemap. */
  sitemap: string;
  /** Pages of products, recognised by the name of their part or by their paths. */
  products: string[];
  /** Every page that may be a product, when nothing distinguishes products; otherwise []. */
  others: string[];
  /** Whether every part was read. */
  isWhole: boolean;
}

const first = '/sitemap.xml';
const second = '/sitemap_index.xml';
/** Largest number of sitemaps from robots.txt that are read. */
const namedMax = 10;
const robotsLimit = 512_000;

/**
 * Returns the product pages that a shop's sitemap names: the usual sitemap, otherwise those that robots.txt names
 * (sitemaps.org/protocol.html, "Specifying the Sitemap location in your robots.txt file"). Throws what the first
 * request threw when there is no sitemap.
 */
export async function pagesInSitemap(visit: Visit, root: string, partsMax: PartsMax): Promise<SitemapPages> {
  let best: SitemapPages | null = null;
  let failure: unknown;
  for await (const index of indexes(visit, root)) {
    try {
      const pages = await pagesIn(visit, index, root, partsMax);
      if (pages.products.length > 0) {
        return pages;
      }
      best = best === null || best.others.length === 0 ? pages : best;
    } catch (thrown) {
      failure ??= closedWay(thrown);
    }
  }
  if (best === null) {
    throw failure;
  }
  return best;
}

/** Yields possible sitemap addresses; the next one is requested only when the earlier ones name no products. */
async function* indexes(visit: Visit, root: string): AsyncGenerator<URL> {
  yield new URL(first, root);
  const named = await namedInRobots(visit, root);
  yield* named.filter(({ pathname }) => pathname !== first).slice(0, namedMax);
  if (!named.some(({ pathname }) => pathname === second)) {
    yield new URL(second, root);
  }
}

async function namedInRobots(visit: Visit, root: string): Promise<URL[]> {
  try {
    const { text } = await visit.getText(new URL('/robots.txt', root), { maxBytes: robotsLimit });
    return text.split(/\r\n|\r|\n/).flatMap((line) => {
      const [said = ''] = line.split('#', 1);
      const place = /^\s{0,99}sitemap\s{0,99}:/i.test(said) ? said.slice(said.indexOf(':') + 1).trim() : '';
      return place === '' ? [] : (ownPlace(URL.parse(place, root), root) ?? []);
    });
  } catch (thrown) {
    closedWay(thrown);
    return [];
  }
}

/** Parts that contain categories, tags or similar groupings. */
const sortings =
  /(?<![a-z])(?:cat|categor\w{0,9}|collections?|tags?|brands?|vendors?|attributes?|manufacturers?)(?![a-z])/i;

async function pagesIn(visit: Visit, index: URL, root: string, partsMax: PartsMax): Promise<SitemapPages> {
  let isNamed = false;
  let isWhole = true;
  const places = await sitemapPlaces(visit, index, (all) => {
    const parts = all.flatMap((place) => ownPlace(place, root) ?? []).filter(isPart);
    const named = parts.filter(
      ({ pathname, search }) =>
        /product|produkt|produit|prodott|goods/i.test(pathname + search) && !sortings.test(pathname + search),
    );
    isNamed = named.length > 0;
    const wanted = isNamed ? named.slice(0, partsMax.named) : parts.slice(0, partsMax.other);
    isWhole = wanted.length === (isNamed ? named : parts).length;
    return wanted;
  });
  const pages = places
    .flatMap((place) => ownPlace(place, root) ?? [])
    .filter((place) => !isPart(place) && !isFrontPage(place));
  const products = isNamed ? pages : pages.filter(({ pathname }) => productPath.test(pathname));
  const others = products.length > 0 ? [] : pages.filter(({ pathname }) => !neverProducts.test(pathname));
  return { sitemap: index.pathname, products: keysOf(products), others: keysOf(others), isWhole };
}

/**
 * Returns the same path at the shop's own root; null for other sites. Sitemaps also name pages by http or without
 * "www".
 */
function ownPlace(place: URL | null, root: string): URL | null {
  const own = new URL(root);
  const bare = (host: string) => host.replace(/^www\./, '');
  return place !== null && bare(place.hostname) === bare(own.hostname) && !namesHost(place)
    ? new URL(place.pathname + place.search, own)
    : null;
}

/** Reports whether an address's path, read as an address of its own, would name another host. */
export function namesHost({ pathname }: URL): boolean {
  return pathname.startsWith('//');
}

function isPart({ pathname }: URL): boolean {
  return /\.xml(?:\.gz)?$|sitemap[^/]{0,99}\.(?:php|aspx?)$/i.test(pathname);
}

/** Pages that any site has. */
const neverProducts =
  /\/(?:blogs?|news|about[\w-]{0,40}|contact[\w-]{0,40}|faqs?|help|cart|basket|checkout|account|login|register|search|categor(?:y|ies)|collections?|tags?|brands?|authors?|terms[\w-]{0,40}|privacy[\w-]{0,40}|polic(?:y|ies)|shipping|returns?)(?=[/.]|$)/i;

function keysOf(places: readonly URL[]): string[] {
  return [...new Set(places.map(({ pathname, search }) => pathname + search))];
}

/** Tracking parameters in links to a front page, which do not change the target. */
const tracking = /^(?:utm_\w{1,20}|gclid|fbclid|srsltid|gad_\w{1,20}|mc_\w{1,20}|ref)$/;

/** Reports whether an address is a shop's front page, possibly in another language or with advert parameters. */
export function isFrontPage({ pathname, searchParams }: URL): boolean {
  return (
    /^\/(?:(?:index|home)(?:\.(?:html?|php|aspx?))?|[a-z]{2}(?:[-_][a-z]{2})?)?\/?$/i.test(pathname) &&
    [...searchParams.keys()].every((key) => tracking.test(key))
  );
}
