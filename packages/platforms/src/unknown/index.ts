import type { Product } from '@bowerbird/catalog/product';
import { collectorOf } from '../collecting/collect.ts';
import { openGraphProduct } from '../collecting/page-product.ts';
import { productsOrNone } from '../collecting/products-or-none.ts';
import { readHtmlFacts } from '../html-facts.ts';
import { productInLinkedData } from '../linked-data.ts';
import type { Platform, RecognisedAs, Seen } from '../platform.ts';
import { dialect, productOnPage } from './shop-reader.ts';

/**
 * Shops of platforms that nobody here knows: what a page tells of its product in linked data or Open Graph. Never so sure
 * that a known platform would give way to it.
 */
export const unknown: Platform = {
  id: 'unknown',
  name: 'Other shops',
  letters: '··',
  hue: '#5B6775',
  lastResort: true,
  collector: collectorOf(dialect, { recognise, readPage }),
};

async function recognise({ body, url }: Seen): Promise<RecognisedAs> {
  const page = readHtmlFacts(body);
  const linked = productInLinkedData(page.linkedData);
  if (linked !== null && linked.variants.length > 0) {
    return {
      confidence: 40,
      evidence: [{ sign: 'markup', seen: 'schema.org/Product', score: 40 }],
      scope: 'product',
    };
  }
  if (openGraphProduct(page) !== null) {
    return {
      confidence: 25,
      evidence: [{ sign: 'markup', seen: 'og:price:amount', score: 25 }],
      scope: 'product',
    };
  }
  return { confidence: 0, evidence: [], scope: dialect.place(url).scope };
}

/** The products on a page as a browser shows it: one, or none. */
function readPage(html: string, url: URL): Product[] {
  return productsOrNone(() => productOnPage(html, url, url.host));
}
