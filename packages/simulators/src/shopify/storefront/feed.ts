import type { CatalogProduct, SimulatedCatalog } from '../../storefront/catalog.ts';
import { categoryForm, listForm } from './feed-forms.ts';

const limitDefault = 30;
const limitMaximum = 250;
const reachMaximum = 25_000;

/**
 * Returns the requested part of a feed, by Shopify's own rules (`shopify/readme.md`, Public endpoints); null past its
 * end.
 */
export function pageRequested(query: URLSearchParams): { from: number; to: number } | null {
  const limit = Math.min(limitMaximum, positive(query.get('limit')) ?? limitDefault);
  const page = positive(query.get('page')) ?? 1;
  return page * limit > reachMaximum ? null : { from: (page - 1) * limit, to: page * limit };
}

/** Answer, with status 400, to a request for a page past the feed's end. */
export const pastReach = { errors: `Page * Limit exceeds the ${reachMaximum} limit.` };

/** Returns one page of products, as JSON text. Beyond the end it is empty; there is no total and no cursor. */
export function productsPage(
  products: Pick<SimulatedCatalog, 'slice'>,
  requested: { from: number; to: number },
  origin: string,
): string {
  const shown = products.slice(requested.from, requested.to);
  return `{"products":[${shown.map((product: CatalogProduct) => shopJson(listForm(product, origin))).join(',')}]}`;
}

/** Returns one page of categories, as JSON text. */
export function categoriesPage(catalog: SimulatedCatalog, requested: { from: number; to: number }): string {
  return shopJson({
    collections: catalog.categories().slice(requested.from, requested.to).map(categoryForm),
  });
}

/** Returns JSON as the storefront writes it: angle brackets and ampersands escaped. */
export function shopJson(value: object): string {
  return JSON.stringify(value).replace(/[<>&]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
}

function positive(text: string | null): number | null {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isNaN(number) || number <= 0 ? null : number;
}
