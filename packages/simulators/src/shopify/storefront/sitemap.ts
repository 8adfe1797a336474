import type { SimulatedCatalog } from '../../storefront/catalog.ts';
import { text, xml } from '../../storefront/markup.ts';

/** Products in one product sitemap. */
const perSitemap = 2500;

/**
 * Returns `/sitemap.xml`: the index that names the others, whose `from` and `to` are required (`shopify/readme.md`,
 * Public endpoints).
 */
export function sitemapIndex(catalog: SimulatedCatalog, origin: string): string {
  const count = Math.max(1, Math.ceil(catalog.count / perSitemap));
  const addresses = Array.from({ length: count }, (_, place) => {
    const [first, last] = [place * perSitemap, Math.min(catalog.count, (place + 1) * perSitemap) - 1];
    const ids = [catalog.slice(first, first + 1)[0]?.id ?? 0, catalog.slice(last, last + 1)[0]?.id ?? 0];
    return `${origin}/sitemap_products_${place + 1}.xml?from=${Math.min(...ids)}&amp;to=${Math.max(...ids)}`;
  });
  const all = [...addresses, `${origin}/sitemap_collections_1.xml?from=1&amp;to=999999999999`];
  const entries = all.map((address) => `  <sitemap>\n    <loc>${address}</loc>\n  </sitemap>`);
  return xml('sitemapindex', entries);
}

/** Returns one product sitemap by its number from 1; null without `from` and `to`, which is a bad request. */
export function productSitemap(
  catalog: SimulatedCatalog,
  origin: string,
  number: number,
  query: URLSearchParams,
): string | null {
  if (!query.has('from') || !query.has('to')) {
    return null;
  }
  const products = catalog.slice((number - 1) * perSitemap, number * perSitemap);
  const entries = products.map(({ handle, updatedAt, title, images }) => {
    const image = images[0]
      ? `\n    <image:image>\n      <image:loc>${text(origin + images[0].path)}</image:loc>\n      <image:title>${text(title)}</image:title>\n    </image:image>`
      : '';
    return `  <url>\n    <loc>${text(`${origin}/products/${encodeURI(handle)}`)}</loc>\n    <lastmod>${updatedAt}</lastmod>\n    <changefreq>daily</changefreq>${image}\n  </url>`;
  });
  const home =
    number === 1 ? [`  <url>\n    <loc>${origin}/</loc>\n    <changefreq>daily</changefreq>\n  </url>`] : [];
  return xml('urlset', [...home, ...entries]);
}

/** Returns the sitemap of categories. */
export function categorySitemap(catalog: SimulatedCatalog, origin: string): string {
  const entries = catalog.categories().map(({ handle, updatedAt }) => {
    const address = text(`${origin}/collections/${encodeURI(handle)}`);
    return `  <url>\n    <loc>${address}</loc>\n    <lastmod>${updatedAt}</lastmod>\n  </url>`;
  });
  return xml('urlset', entries);
}
