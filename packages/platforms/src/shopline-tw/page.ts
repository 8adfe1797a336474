import type { Product } from '@bowerbird/catalog/product';
import { parseBoundedJson } from '../bounded-json.ts';
import { noProductOn } from '../collecting/no-product.ts';
import { productsOrNone } from '../collecting/products-or-none.ts';
import { readHtmlFacts } from '../html-facts.ts';
import { closingQuote } from '../json-marks.ts';
import { type FieldKeys, fieldsIn, withFieldsTold, withUntold } from '../page-fields.ts';
import { isObject, textOf } from '../unread.ts';
import { readProduct } from './schema.ts';

const marker = /app\.value\(\s*'product'\s*,\s*JSON\.parse\(\s*'/;

/** What the page hands its script: a JSON text inside a quoted text of the language, to its first bare quote. */
export function productState(html: string): unknown {
  const found = marker.exec(html);
  if (found === null) {
    return null;
  }
  const start = found.index + found[0].length;
  const end = closingQuote(html, start - 1, "'");
  if (end === -1) {
    return null;
  }
  try {
    const literal = html.slice(start, end).replaceAll("\\'", "'");
    const text: unknown = parseBoundedJson(`"${literal.replaceAll(/[\n\r\t]/g, ' ')}"`);
    return typeof text === 'string' ? parseBoundedJson(text) : null;
  } catch {
    return null;
  }
}

/** What the state tells by its keys (platform notes 2.4); of categories it tells ids alone. */
const keys: FieldKeys = {
  title: ['title_translations'],
  descriptionHtml: ['description_translations', 'summary_translations'],
  vendor: ['brand'],
  tags: ['tags'],
  pictures: ['medias', 'detail_medias'],
  seo: ['seo_title_translations', 'seo_description_translations'],
};

export function productOnPage(html: string, url: URL, shop: string): Product {
  const state = productState(html);
  if (state === null) {
    throw noProductOn(html, url);
  }
  const { meta } = readHtmlFacts(html.slice(0, 200_000));
  const product = readProduct(state, url, { shop, storeName: textOf(meta.get('og:site_name')) });
  const form = 'page-state';
  const marked = withFieldsTold(product, {
    way: form,
    fields: {
      handle: 'address',
      variants: form,
      options: form,
      ...(isObject(state) && fieldsIn(state, form, keys)),
      ...(product.currency !== null && { currency: form }),
    },
    lacking: ['productType'],
  });
  return withUntold(marked, form, { lacks: ['alt'] });
}

/** The products on a page as a browser shows it: one, or none. */
export function readPage(html: string, url: URL): Product[] {
  return productsOrNone(() => productOnPage(html, url, url.host));
}
