import type { Product } from '@bowerbird/catalog/product';
import { noProductOn } from '../../collecting/pages/no-product.ts';
import { productsOrNone } from '../../collecting/pages/products-or-none.ts';
import { readPageHead } from '../../reading/html/html-facts.ts';
import { parseBoundedJson } from '../../reading/json/bounded-json.ts';
import { closingQuote } from '../../reading/json/json-marks.ts';
import { type FieldKeys, fieldsIn, withFieldsStated, withUnstated } from '../../reading/page-fields.ts';
import { isObject, textOf } from '../../reading/unread.ts';
import { readProduct } from './schema.ts';

const marker = /app\.value\(\s*'product'\s*,\s*JSON\.parse\(\s*'/;

/**
 * Returns the state that the page passes to its script: JSON inside a quoted string of the script, up to its first
 * unescaped quote.
 */
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
  const literal = html.slice(start, end);
  // Quotes of scripts and line breaks are no JSON: only a page that has some is searched for them.
  const text =
    parsed(`"${literal}"`) ?? parsed(`"${literal.replaceAll("\\'", "'").replaceAll(/[\n\r\t]/g, ' ')}"`);
  return typeof text === 'string' ? parsed(text) : null;
}

function parsed(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return null;
  }
}

/** What the state gives, by key (`readme.md`); for categories it gives only ids. */
const keys: FieldKeys = {
  title: ['title_translations'],
  descriptionHtml: ['description_translations', 'summary_translations'],
  vendor: ['brand'],
  tags: ['tags'],
  images: ['medias', 'detail_medias'],
  seo: ['seo_title_translations', 'seo_description_translations'],
};

export function productOnPage(html: string, url: URL, shop: string): Product {
  const state = productState(html);
  if (state === null) {
    throw noProductOn(html, url);
  }
  const { meta } = readPageHead(html.slice(0, 200_000), ['og:site_name']);
  const product = readProduct(state, url, { shop, storeName: textOf(meta.get('og:site_name')) });
  const form = 'page-state';
  const marked = withFieldsStated(product, {
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
  return withUnstated(marked, form, { lacks: ['alt'] });
}

/** Returns the products on a page as a browser shows it: one or none. */
export function readPage(html: string, url: URL): Product[] {
  return productsOrNone(() => productOnPage(html, url, url.host));
}
