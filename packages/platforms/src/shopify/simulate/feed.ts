import type { Shelf, ShelfProduct } from '../../simulating/shelf.ts';
import { categoryForm, listForm } from './feed-forms.ts';

const limitDefault = 30;
const limitMaximum = 250;
const reachMaximum = 25_000;

/** Which part of a feed is asked for, by Shopify's own rules (`readme.md`, Public endpoints); null past its reach. */
export function pageAsked(query: URLSearchParams): { from: number; to: number } | null {
  const limit = Math.min(limitMaximum, positive(query.get('limit')) ?? limitDefault);
  const page = positive(query.get('page')) ?? 1;
  return page * limit > reachMaximum ? null : { from: (page - 1) * limit, to: page * limit };
}

/** What is answered, with status 400, to a page past the feed's reach. */
export const pastReach = { errors: `Page * Limit exceeds the ${reachMaximum} limit.` };

/** One page of products, as JSON text. Beyond the end it is empty; there is no total and no cursor. */
export function productsPage(
  products: Pick<Shelf, 'slice'>,
  asked: { from: number; to: number },
  origin: string,
): string {
  const shown = products.slice(asked.from, asked.to);
  return `{"products":[${shown.map((product: ShelfProduct) => shopJson(listForm(product, origin))).join(',')}]}`;
}

/** One page of categories, as JSON text. */
export function categoriesPage(shelf: Shelf, asked: { from: number; to: number }): string {
  return shopJson({ collections: shelf.categories().slice(asked.from, asked.to).map(categoryForm) });
}

/** JSON as the storefront writes it: angle brackets and ampersands escaped. */
export function shopJson(value: object): string {
  return JSON.stringify(value).replace(/[<>&]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
}

function positive(text: string | null): number | null {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isNaN(number) || number <= 0 ? null : number;
}
