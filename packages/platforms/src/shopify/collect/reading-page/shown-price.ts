import { plainText } from '../../../reading/html/html-text.ts';
import { priceIn } from '../../../reading/price-text.ts';
import { textOf } from '../../../reading/unread.ts';
import type { MergedVariants } from './merge.ts';
import type { PageForm, Stated } from './stated.ts';

const placesMax = 5;
/** Largest distance, in characters, between the element that names the product and the end of its price. */
const lookedAt = 4000;
/** Forms that contain a compare-at price, or that there is none. */
const tellers: ReadonlySet<PageForm> = new Set(['theme-json', 'variants-json']);

/**
 * Returns the compare-at price that shoppers see beside the price of a product with one variant, for a page whose forms
 * do not contain it: themes of the Horizon family show both in `<product-price data-product-id="ID">`. Null where it is
 * shown beside another price. Source: `wth6h1-offers-without-names`, one of the pages of `recorded-pages.test.ts`.
 */
export function shownFormerPrice(
  html: string,
  id: string | null,
  { rows }: MergedVariants,
  forms: readonly Stated[],
): string | null {
  const [row, ...others] = rows;
  const isStated = forms.some(
    (stated) => tellers.has(stated.form) && stated.rows.some((each) => 'compare_at_price' in each),
  );
  if (id === null || row === undefined || others.length > 0 || isStated) {
    return null;
  }
  const mark = `data-product-id="${id}"`;
  let at = html.indexOf(mark);
  for (let tried = 0; at !== -1 && tried < placesMax; tried += 1) {
    const part = html.slice(at, at + lookedAt).split('</product-price>')[0] ?? '';
    const [price, former] = [amountIn(part, 'price'), amountIn(part, 'compare-at-price')];
    if (price !== null && former !== null && Number(price) === Number(row.price)) {
      return former;
    }
    at = html.indexOf(mark, at + mark.length);
  }
  return null;
}

function amountIn(part: string, name: string): string | null {
  const [, words = ''] = new RegExp(`<span class="${name}">([^<]{1,60})<`).exec(part) ?? [];
  const text = textOf(plainText(words));
  return text === null ? null : (priceIn(text)?.price ?? null);
}
