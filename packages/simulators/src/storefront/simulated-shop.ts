import { realOutside, type Simulation, type SimulationOptions } from '../simulation.ts';
import { Faults } from '../simulation-faults.ts';
import { joinedCatalog, type SimulatedCatalog } from './catalog.ts';
import { text, xml } from './markup.ts';
import { oddCatalog } from './odd-catalog.ts';
import { practiceCatalog } from './practice-catalog.ts';
import { type Answer, Storefront, type StorefrontRoutes } from './storefront.ts';
import { titleOf } from './title.ts';

/** What a platform's routes are built from. */
export interface ShopParts {
  title: string;
  faults: Faults;
  /** Returns the current catalog: the practice products, and odd ones while configured. */
  catalog(): SimulatedCatalog;
}

/** Creates a simulated shop of a platform without a store side, from its routes and the practice products. */
export function simulatedShop(
  platform: string,
  options: SimulationOptions,
  routesOf: (parts: ShopParts) => StorefrontRoutes,
): Simulation {
  const outside = options.outside ?? realOutside;
  const faults = new Faults(outside.random);
  const practice = practiceCatalog({ count: 0, seed: 1, language: 'en', ...options.products });
  const odd = oddCatalog();
  const routes = routesOf({
    title: titleOf(options.name),
    faults,
    catalog: () =>
      faults.inForce('odd-products') ? joinedCatalog({ ...odd, version: -1 }, practice) : practice,
  });
  const front = new Storefront({ faults, outside, routes, pagesKept: options.pagesKept ?? 8 });
  return { platform, name: options.name, faults, answer: (request) => front.answer(request) };
}

const perSitemap = 5000;

/** Answers `robots.txt` and the sitemap of a shop whose products are at `/products/{handle}`. */
export function sitemapAnswer(path: string, catalog: SimulatedCatalog, origin: string): Answer | null {
  if (path === '/robots.txt') {
    return { type: 'text', body: `User-agent: *\nDisallow: /cart\nSitemap: ${origin}/sitemap.xml\n` };
  }
  if (path === '/sitemap.xml') {
    const count = Math.max(1, Math.ceil(catalog.count / perSitemap));
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
  const entries = catalog
    .slice((number - 1) * perSitemap, number * perSitemap)
    .map(({ handle }) => `<url><loc>${text(`${origin}/products/${encodeURIComponent(handle)}`)}</loc></url>`);
  return { type: 'xml', body: xml('urlset', entries) };
}
