import type { Product } from '@bowerbird/catalog/product';
import { collectorOf } from '../collecting/collect.ts';
import { productsOrNone } from '../collecting/products-or-none.ts';
import type { Platform } from '../platform.ts';
import { leadsOn } from './leads.ts';
import { productOnPage } from './page.ts';
import { recognise } from './recognise.ts';
import { dialect } from './shop-reader.ts';

/**
 * Shops of platforms that nobody here knows: what a page tells of its product in linked data, microdata or Open Graph. Never
 * so sure that a known platform would give way to it.
 */
export const unknown: Platform = {
  id: 'unknown',
  name: 'Other shops',
  letters: '··',
  hue: '#5B6775',
  lastResort: true,
  collector: collectorOf(dialect, { recognise, readPage, leadsOn }),
};

/** The products on a page as a browser shows it: one, or none. */
function readPage(html: string, url: URL): Product[] {
  return productsOrNone(() => productOnPage(html, url, url.host));
}
