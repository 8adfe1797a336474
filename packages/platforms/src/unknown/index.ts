import type { Product } from '@bowerbird/catalog/product';
import { collectorOf } from '../collecting/collect.ts';
import { productsOrNone } from '../collecting/products-or-none.ts';
import type { Platform } from '../platform.ts';
import { productOnPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';
import { sourceLinksOn } from './source-links.ts';

/**
 * Shops of unknown platforms: reads what a page says about its product in linked data, microdata or Open Graph. Its
 * confidence never exceeds that of a known platform.
 */
export const unknown: Platform = {
  id: 'unknown',
  name: 'Other shops',
  letters: '··',
  hue: '#5B6775',
  lastResort: true,
  collector: collectorOf(dialect, { recognise, readPage, sourceLinksOn }),
};

/** Returns the products on a page as a browser shows it: one or none. */
function readPage(html: string, url: URL): Product[] {
  return productsOrNone(() => productOnPage(html, url, url.host));
}
