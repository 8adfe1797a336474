import { realOutside, type Simulation, type SimulationOptions } from '../simulation.ts';
import { Faults } from '../simulation-faults.ts';
import { goodsShelf } from './goods-shelf.ts';
import { text, xml } from './markup.ts';
import { oddShelf } from './odd-shelf.ts';
import { joinedShelf, type Shelf } from './shelf.ts';
import { type Answer, Storefront, type StorefrontRoutes } from './storefront.ts';
import { titleOf } from './title.ts';

/** What a platform's routes are made of. */
export interface ShopParts {
  title: string;
  faults: Faults;
  /** What is on the shelves now: the practice goods, and odd ones while told so. */
  shelf(): Shelf;
}

/** A shop of a platform without a store side, played by its routes over the practice goods. */
export function playedShop(
  platform: string,
  options: SimulationOptions,
  routesOf: (parts: ShopParts) => StorefrontRoutes,
): Simulation {
  const outside = options.outside ?? realOutside;
  const faults = new Faults(outside.random);
  const practice = goodsShelf({ count: 0, seed: 1, language: 'en', ...options.goods });
  const odd = oddShelf();
  const routes = routesOf({
    title: titleOf(options.name),
    faults,
    shelf: () => (faults.inForce('odd-products') ? joinedShelf({ ...odd, version: -1 }, practice) : practice),
  });
  const front = new Storefront({ faults, outside, routes, pagesKept: options.pagesKept ?? 8 });
  return { platform, name: options.name, faults, answer: (request) => front.answer(request) };
}

const perSitemap = 5000;

/** `robots.txt` and the sitemap of a shop whose products stand at `/products/{handle}`. */
export function sitemapAnswer(path: string, shelf: Shelf, origin: string): Answer | null {
  if (path === '/robots.txt') {
    return { type: 'text', body: `User-agent: *\nDisallow: /cart\nSitemap: ${origin}/sitemap.xml\n` };
  }
  if (path === '/sitemap.xml') {
    const count = Math.max(1, Math.ceil(shelf.count / perSitemap));
    const parts = Array.from(
      { length: count },
      (_, at) => `<sitemap><loc>${origin}/sitemap_products_${at + 1}.xml</loc></sitemap>`,
    );
    return { type: 'xml', body: xml('sitemapindex', parts) };
  }
  const number = Number(/^\/sitemap_products_(\d{1,5})\.xml$/.exec(path)?.[1] ?? 0);
  if (number < 1) {
    return null;
  }
  const entries = shelf
    .slice((number - 1) * perSitemap, number * perSitemap)
    .map(({ handle }) => `<url><loc>${text(`${origin}/products/${encodeURIComponent(handle)}`)}</loc></url>`);
  return { type: 'xml', body: xml('urlset', entries) };
}
